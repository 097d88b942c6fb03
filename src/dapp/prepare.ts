import { createDappHello, type DappHello } from '../protocol/hello.js';
import { queryLoopbackPermission } from './loopback.js';

/** What a session needs before the wallet app can be opened; good for one session. */
export type Preparation = Readonly<{
  hello: DappHello;
  /** Follows what the browser decides; `undefined` where it does not keep this page from loopback. */
  permission: PermissionStatus | undefined;
}>;

/** Makes the keys and asks the browser for its permission: what a tap had better not wait for. */
export async function prepareSession(): Promise<Preparation> {
  const [hello, permission] = await Promise.all([createDappHello(), queryLoopbackPermission()]);
  return { hello, permission };
}
