import type { ActivityEntry } from '../../wallet/activity.js';
import type { RequestMethod } from '../../wallet/faults/fault.js';

/** An association URI that a dapp has opened. */
export type LaunchEntry = Readonly<{
  /** The association URI, or the `intent:` address with it. */
  uri: string;
  /** When it was opened, in milliseconds since 1970. */
  at: number;
  /** Whether the dapp has connected to the wallet. */
  isConnected: boolean;
  /** The package of the app that it has opened (in Playwright only). */
  androidPackage?: string;
  /** Whether the user has chosen the app in Android's chooser, for this time or always. */
  chooser?: 'once' | 'always';
  /** Why the phone did not open the wallet app, if it did not. */
  refusal?: string;
}>;

/** What a test's mock wallet has seen so far, oldest first, and the methods that the test waits for. */
export type Seen = Readonly<{
  launches: readonly LaunchEntry[];
  requests: readonly ActivityEntry[];
  awaited: readonly RequestMethod[];
  now: number;
}>;

const UNANSWERED = {
  silence: 'was left without an answer, as wallets do with such a request,',
  closed: 'was not answered, because the wallet closed the connection',
  crashed: 'was not answered, because the wallet app crashed',
  'session-ended': 'was not answered, because the session ended',
} as const;

/** Says in a few sentences what the mock wallet waits for, for the report of a test that has timed out. */
export function explainWaiting(seen: Seen): string {
  const { requests, awaited } = seen;
  const waiting = requests.filter(({ outcome }) => outcome === undefined);
  const lines = [
    ...waiting.map((request) => explainRequest(request, seen)),
    ...awaited.map((method) => `The test waits for ${method}, which no dapp has sent.`),
    ...(waiting.length > 0 ? [] : [explainSilence(seen)]),
  ];
  return lines.join('\n');
}

function explainRequest(request: ActivityEntry, { now }: Seen): string {
  const { method, at, decision, decidedAt } = request;
  const since = `${method}${describeDapp(request)} has waited for ${formatSeconds(now - at)}`;
  if (decision === undefined) {
    return `${since}: the function given to \`approveWith\`, or as \`approve\`, has not decided.`;
  }
  const isPlain = decision === 'approved' || decision === 'declined';
  const decided = isPlain ? decision : `given the answer \`${decision}\``;
  return `${since}: it was ${decided} ${formatSeconds(now - (decidedAt ?? at))} ago, and the wallet has not answered yet.`;
}

/** Explains why nothing waits in the wallet. */
function explainSilence({ launches, requests, now }: Seen): string {
  const launch = launches.at(-1);
  const request = requests.at(-1);
  if (launch?.refusal !== undefined) return `The wallet app was not opened: ${launch.refusal}`;
  if (launch && !launch.isConnected) {
    return `The wallet app was opened ${formatSeconds(now - launch.at)} ago, and no dapp has connected to it: ${launch.uri}`;
  }
  if (request) {
    const ago = formatSeconds(now - (request.endedAt ?? request.at));
    return `Nothing waits in the wallet. The last request, ${request.method}, ${describeOutcome(request)} ${ago} ago.`;
  }
  return launch
    ? `A dapp connected to the wallet ${formatSeconds(now - launch.at)} ago, and has sent no request.`
    : 'The wallet app was never opened: no page has opened an association URI (`solana-wallet:…`).';
}

function describeDapp({ identity, chain }: ActivityEntry): string {
  const name = identity?.name === undefined ? '' : ` of “${identity.name}”`;
  return `${name}${chain === undefined ? '' : ` on ${chain}`}`;
}

function describeOutcome({ outcome }: ActivityEntry): string {
  if (!outcome) return 'came';
  if ('result' in outcome) return 'was answered';
  if ('error' in outcome) return `got the error ${outcome.error.code} (${outcome.error.message})`;
  return UNANSWERED[outcome.unanswered];
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
