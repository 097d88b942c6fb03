'use client';

import { useEffect, useState } from 'react';
import { connect, sign } from './dapp.js';

export default function Page() {
  const [isReady, setReady] = useState(false);
  const [outcome, setOutcome] = useState('');
  useEffect(() => setReady(true), []);
  const run = (work) => () => work().then(setOutcome, (error) => setOutcome(String(error)));
  return (
    <>
      <button type="button" disabled={!isReady} onClick={run(connect)}>
        Connect
      </button>
      <button type="button" disabled={!isReady} onClick={run(sign)}>
        Sign
      </button>
      <output>{outcome}</output>
    </>
  );
}
