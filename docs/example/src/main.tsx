import './wallet';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import App from './App';
import { PayButton } from './pay-button';

const order = new URLSearchParams(location.search).get('order') ?? '1';
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
    <PayButton order={order} />
  </StrictMode>,
);
