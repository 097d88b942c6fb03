import type { ApprovalState } from '../../mock/src/phone/approval-desk.js';
import { parseTagged } from '../../mock/src/phone/tagged-json.js';
import type { WalletHost } from '../../mock/src/phone/wallet-state.js';
import { showApprovals } from '../../mock/src/screens/approval/main.js';

// The approval page of a wallet whose requests a test writes. What the user does is recorded.
const events: unknown[] = [];
const listeners = new Set<(state: ApprovalState) => void>();

const host: WalletHost = {
  watchApprovals(_, listener) {
    listeners.add(listener);
    document.body.dataset['isWatching'] = '';
    return () => listeners.delete(listener);
  },
  watchWallet: () => () => {},
  findApp: async () => ({ type: 'nothing' }),
  launch: async (_, uri) => events.push({ launch: uri }),
  decide: async (_, id, decision) => void events.push({ id, ...decision }),
  leave: async () => void events.push('left'),
  run: async () => {},
};

document.documentElement.lang = 'en';
document.title = 'Mock wallet';
showApprovals(host);
Object.assign(window, {
  events,
  show(json: string) {
    for (const listener of listeners) listener(parseTagged<ApprovalState>(json));
  },
});
