'use client';

import '../../lib/wallet';
import { PayButton } from '../../lib/pay-button';

export default function Page() {
  return <PayButton order="1" />;
}
