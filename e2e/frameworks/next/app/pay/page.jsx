'use client';

import { PayButton } from '../../lib/pay-button';
import { WalletChooser } from '../../lib/wallet-chooser';

export default function Page() {
  return (
    <>
      <WalletChooser />
      <PayButton order="1" />
    </>
  );
}
