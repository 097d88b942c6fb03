import type { Debug } from '../../dapp/debug-log.js';
import type { Dial } from '../../dapp/open/dial.js';
import { isAndroidPackage } from '../../dapp/open/intent.js';
import type { Launch } from '../../dapp/open/launch.js';
import type { OnProgress } from '../../dapp/open/progress.js';
import { assertConfig, assertFunction } from '../../dapp/open/session-config.js';
import type { SessionUi } from '../../dapp/open/session-ui.js';
import { parseObject } from '../../protocol/arguments.js';
import { parseWireIdentity } from '../../protocol/identity.js';
import { assertDuration, type Remote } from '../../protocol/remote-option.js';
import type { ChainIdentifier, Identity } from '../../protocol/types.js';
import { assertArgument, attempt } from '../../util/errors.js';
import { isJsonObject } from '../../util/json-object.js';
import { reportError } from '../../util/report-error.js';
import type {
  Dialogs,
  FirstSettings,
  KnownWalletApp,
  MobileWalletOptions,
  OpenIn,
  WalletApps,
} from '../options.js';
import type { OptionsPath } from './option-names.js';

/**
 * What options are for: each session; the rows of wallet apps; opening this page in one; a first connect
 * where the user may choose one.
 */
export type Need = 'session' | 'wallet-apps' | 'open-in' | 'choose-app';

/** The options after all checks, with their defaults. */
export type Settings = Omit<FirstSettings, 'chains' | 'passed'> &
  Readonly<{
    /** The wallet connects with the first. */
    chains: readonly [ChainIdentifier, ...ChainIdentifier[]];
    /** The identity as wallets get it. */
    identity: Identity & Readonly<{ name: string }>;
    /** The identity as dialogs show it, whose icon may be a data URI. */
    app: Identity;
    remote: Remote | undefined;
    /** Milliseconds. */
    idleMs: number;
    /**
     * The wallet apps that can be named; all that are known if it is `undefined`, and none if it is wrong.
     */
    walletApps: WalletApps | undefined;
    /** Whether the user chooses one of them before the first connect. */
    chooseApp: boolean;
    /** How this page is opened in a wallet app, if it can be. */
    openIn: OpenIn;
    dialogs: false | Dialogs;
    debug: Debug;
    launch: Launch | undefined;
    dial: Dial | undefined;
    onProgress: OnProgress | undefined;
    /** Reports unknown names in options, by code that is loaded if there are `more` than the usual ones. */
    checkNames(options: object, more: object, path: OptionsPath): void;
    /** Throws what is wrong with an option that is needed. */
    assert(need: Need): void;
  }>;

/** The settings whose errors were reported. */
const reported = new WeakSet<FirstSettings>();

/**
 * Checks the options that only sessions need, and reports what is wrong, once for each wallet. A wrong option
 * is never replaced by its default: what needs it must call `assert`.
 *
 * @throws the error with which no call can do anything
 */
export function checkOptions(first: FirstSettings): Settings {
  const { passed, unusable } = first;
  const { walletApps, chooseApp = false, openIn = false, onProgress, debug = false } = passed;
  const errors: unknown[] = [...first.errors];
  const wrong = new Map<Need, unknown>();
  /** Returns what `read` returns. If it throws, notes the error, also for the `needs` of what it reads. */
  const check = <T>(read: () => T, ...needs: readonly Need[]): T | undefined =>
    attempt(read, (error) => {
      errors.push(error);
      for (const need of needs) if (!wrong.has(need)) wrong.set(need, error);
    });

  const named = check(() => parseIdentity(passed.identity, first.uri, check), 'session');
  const parsed = check(() => parseSessionOptions(passed), 'session');
  check(() => assertArgument(typeof chooseApp === 'boolean', 'chooseApp', 'must be a boolean'), 'choose-app');
  // A wrong row hinders a connect only where the user chooses an app for it.
  const needApps = ['wallet-apps', 'open-in', ...(chooseApp ? (['choose-app'] as const) : [])] as const;
  check(() => assertWalletApps(walletApps, check), ...needApps);
  check(() => assertOpenIn(openIn), 'open-in');
  check(() => assertFunction(onProgress, 'onProgress'));
  const isDebug = typeof debug === 'boolean' || typeof debug === 'function';
  check(() => assertArgument(isDebug, 'debug', 'must be a boolean or a function'));
  const told = new Set<string>();
  const checkNames: Settings['checkNames'] = (options, more, path) => {
    const load = async () => (await import('./option-names.js')).checkNames(options, path, told);
    if (Object.keys(more).length > 0) load().catch(() => {});
  };

  if (!reported.has(first)) {
    attempt(() => checkNames(passed, withoutUsual(passed), ''));
    for (const error of errors) reportError(error);
  }
  reported.add(first);
  if (unusable) throw unusable;
  return {
    ...first,
    ...(named ?? { identity: { name: '' }, app: {} }),
    ...(parsed ?? { remote: undefined, dialogs: {}, idleMs: 0 }),
    chains: first.chains as Settings['chains'],
    launch: passed.launch,
    dial: passed.dial,
    walletApps: wrong.has('wallet-apps') ? [] : walletApps,
    chooseApp,
    openIn: passed.dialogs !== false && openIn,
    onProgress: typeof onProgress === 'function' ? onProgress : undefined,
    debug: isDebug && debug,
    checkNames,
    assert(need) {
      if (wrong.has(need)) throw wrong.get(need);
    },
  };
}

/** Returns the options that few pages have, of all depths. The others need no check of their names. */
function withoutUsual({ identity, chains, remote, ...more }: FirstSettings['passed']): object {
  const { name, uri, icon, ...moreOfIdentity } = Object(identity);
  const { type, host, relays, ...moreOfRemote } = Object(remote);
  return { ...more, ...moreOfIdentity, ...moreOfRemote };
}

type Check = <T>(read: () => T) => T | undefined;

/**
 * Checks what each session needs besides the identity.
 * @throws `INVALID_ARGUMENT` for the first that is wrong
 */
function parseSessionOptions({
  remote,
  idleMs = 0,
  dialogs = {},
  launch,
  dial,
}: FirstSettings['passed']): Pick<Settings, 'remote' | 'dialogs' | 'idleMs'> {
  assertConfig({ remote, launch, dial });
  assertDuration(idleMs, 'idleMs');
  if (dialogs) {
    assertArgument(isJsonObject(dialogs), 'dialogs', 'must be false or an object');
    const { texts } = dialogs;
    assertArgument(texts === undefined || isJsonObject(texts), 'dialogs.texts', 'must be an object');
    for (const name of Object.keys(DIALOGS) as (keyof SessionUi)[]) {
      assertFunction(dialogs[name], `dialogs.${name}`);
    }
  } else assertArgument(dialogs === false && !remote, 'dialogs', 'must not be false with `remote`');
  return { remote, idleMs, dialogs };
}

// biome-ignore format: a name needs no line of its own.
const DIALOGS: Readonly<Record<keyof SessionUi, 0>> = {
  waiting: 0, permission: 0, blocked: 0, notFound: 0, tapNeeded: 0, scan: 0, openIn: 0, chooseApp: 0,
};

/**
 * Returns the identity as wallets get it, and as dialogs show it, where the icon may be a data URI. `origin`
 * is the address if the dapp gives none. An empty name and a wrong icon only show less, so `check` notes
 * their errors, and the host stands in for the name.
 */
function parseIdentity(
  option: MobileWalletOptions['identity'] | undefined,
  origin: string | undefined,
  check: Check,
): Pick<Settings, 'identity' | 'app'> {
  const {
    name,
    icon,
    uri = origin,
  } = parseObject<Partial<MobileWalletOptions['identity']>>(option, 'identity');
  const base = parseWireIdentity({ uri });
  const host = base.uri === undefined ? 'Dapp' : new URL(base.uri).host;
  const shownName = check(() => parseWireIdentity({ name: name ?? '' }).name) ?? host;
  // Without the page's origin, as on a server, an absolute URL cannot be checked. No wallet sees the icon
  // there.
  const start = typeof icon === 'string' ? icon.slice(0, 11).toLowerCase() : '';
  const isIconUsable = icon !== undefined && (base.uri !== undefined || !start.startsWith('http'));
  const path = isIconUsable ? check(() => parseWireIdentity({ ...base, icon }).icon) : undefined;
  const identity = { ...base, name: shownName, icon: path };
  const app = start === 'data:image/' ? { ...identity, icon } : identity;
  return { identity, app };
}

/** The wallet apps that this version knows. */
const KNOWN_APPS: Record<KnownWalletApp, 1> = { Phantom: 1, Solflare: 1, Backpack: 1, Jupiter: 1 };

/**
 * A name that this version does not know, and a row with a wrong link, is left out when the links are made.
 * With a wrong package, a row is only left out of the apps for sessions.
 */
function assertWalletApps(apps: unknown = [], check: Check): void {
  assertArgument(Array.isArray(apps), 'walletApps', 'must be an array');
  for (const [index, app] of [...apps].entries()) {
    const argument = `walletApps[${index}]`;
    if (typeof app === 'string') {
      const names = Object.keys(KNOWN_APPS);
      const rule = `must be one of ${names.join(', ')}, or a row of its own`;
      check(() => assertArgument(names.includes(app), argument, rule));
      continue;
    }
    const { getLink, androidPackage } = Object(app);
    const isPackage = androidPackage === undefined || isAndroidPackage(androidPackage);
    const isUsable = typeof getLink === 'function' || (getLink === undefined && androidPackage !== undefined);
    const rule = 'must be a function, unless there is an `androidPackage`';
    assertArgument(isUsable, `${argument}.getLink`, rule);
    check(() => assertArgument(isPackage, `${argument}.androidPackage`, 'must be an Android package'));
  }
}

function assertOpenIn(openIn: unknown): void {
  const isGiven = typeof openIn === 'boolean' || isJsonObject(openIn);
  assertArgument(isGiven, 'openIn', 'must be a boolean or an object');
  assertFunction(Object(openIn).getUrl, 'openIn.getUrl');
}
