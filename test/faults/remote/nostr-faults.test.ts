import { ALL_REMOTE } from './rows.js';
import { testRows } from './run-rows.js';

testRows(ALL_REMOTE.filter(({ by }) => by === 'nostr'));
