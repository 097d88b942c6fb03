/** What an `intent:` address asks of Android. */
export type Intent = Readonly<{
  /** The address that an app gets, such as `solana-wallet:/v1/associate/local?…`. */
  uri: string;
  /** The package of the only app that may open it; `undefined` if any may. */
  androidPackage: string | undefined;
}>;

const START = 'intent:';
const MEMBERS = '#Intent;';
/** What a member may be called, besides `scheme` and `package`: Android knows these, and extras of a type. */
const KNOWN =
  /^((action|category|type|identifier|launchFlags|extendedLaunchFlags|component|sourceBounds)=|[SBbcdfils]\.[^;=]*=)/;

/**
 * Reads an `intent:` address as browsers on Android do, by `Intent.parseUri` of Android: the last `#` begins
 * the members, of which each ends with `;`, and `end` is the last. Returns `undefined` for an address of
 * another scheme. What it says of a component or a selector counts for nothing, because browsers remove both.
 *
 * @throws SyntaxError for an address that Android does not understand
 */
export function readIntentUri(address: string): Intent | undefined {
  if (!address.startsWith(START)) return undefined;
  const from = address.lastIndexOf('#');
  // Then the address itself is what an app gets.
  if (!address.startsWith(MEMBERS, from)) return { uri: address, androidPackage: undefined };
  const members = readMembers(address.slice(from + MEMBERS.length));
  const data = address.slice(START.length, from);
  const scheme = members.get('scheme');
  return {
    uri: scheme === undefined ? data : `${scheme}:${data}`,
    androidPackage: members.get('package'),
  };
}

/** Returns the last value of each member that counts. */
function readMembers(text: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  let isInSelector = false;
  let rest = text;
  while (!rest.startsWith('end')) {
    const end = rest.indexOf(';');
    if (end < 0) throw new SyntaxError('Android does not open an intent: address that has no end');
    const member = rest.slice(0, end);
    const [, name, value] = /^(scheme|package)=(.*)$/s.exec(member) ?? [];
    if (name !== undefined && value !== undefined) {
      if (!isInSelector) members.set(name, decode(value));
    } else if (member.startsWith('SEL')) {
      isInSelector = true;
    } else if (!KNOWN.test(member)) {
      throw new SyntaxError(`Android does not open an intent: address with “${member}”`);
    }
    rest = rest.slice(end + 1);
  }
  return members;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
