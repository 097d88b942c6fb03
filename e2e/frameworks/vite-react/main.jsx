import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { connect, sign } from './dapp.js';

function App() {
  const [outcome, setOutcome] = useState('');
  const run = (work) => () => work().then(setOutcome, (error) => setOutcome(String(error)));
  return (
    <>
      <button type="button" onClick={run(connect)}>
        Connect
      </button>
      <button type="button" onClick={run(sign)}>
        Sign
      </button>
      <output>{outcome}</output>
    </>
  );
}

createRoot(document.getElementById('root')).render(<App />);
