import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import App from './App';
import { PayButton } from './pay-button';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
    <PayButton order="1" />
  </StrictMode>,
);
