import { createNodeStore } from '../../mock/src/install/dev-server/node-store.js';
import type { PhoneMemory } from '../../mock/src/phone/phone-store.js';

// Saves a part of a phone's memory in a folder many times, and prints how often it was gone right after.
const [folder = '', part = 'accounts', times = '0'] = process.argv.slice(2);
const store = createNodeStore(folder, (message) => process.stdout.write(`${message}\n`));
let lost = 0;
for (let count = 0; count < Number(times); count++) {
  const from = String(count);
  await store.save({ [part]: { from, list: [], values: {} } } as unknown as PhoneMemory);
  const { accounts, settings } = await createNodeStore(folder).load();
  if ((part === 'accounts' ? accounts : settings)?.from !== from) lost++;
}
process.stdout.write(`lost ${lost}\n`);
