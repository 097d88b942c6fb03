import type { PhoneStore } from '../../mock/src/phone/phone-store.js';
import { createTextStore } from '../../mock/src/phone/phone-store.js';

/** Creates a store of a phone that lasts as long as the test. */
export function createPhoneStore(): PhoneStore {
  let stored: string | undefined;
  return createTextStore(
    {
      holder: 'test',
      read: () => stored,
      replace(_before, text) {
        stored = text;
        return true;
      },
      setAside() {
        stored = undefined;
        return 'nowhere';
      },
    },
    () => {},
  );
}
