import { useEffect, useState } from 'preact/hooks';
import { CodeBox } from './parts.js';
import type { WayToPay } from './ways-to-pay.js';

/** The code of a payment, once it is loaded. */
export function PaymentCode({ load }: Readonly<{ load: WayToPay['loadCode'] }>) {
  const [code, setCode] = useState('');
  useEffect(() => {
    // Without a network, the page still pays.
    load().then(
      ({ default: text }) => setCode(text),
      () => {},
    );
  }, [load]);
  return <CodeBox code={code} />;
}
