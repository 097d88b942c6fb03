import { createChannelPair, createMockWallet } from '../../mock/src/index.js';
import { createAssociationKeyPair, createDappHello, exportPoint } from '../../src/protocol/hello.js';
import { dappHandshake } from '../../src/session/handshake.js';
import { createRpcClient } from '../../src/session/rpc.js';

// Runs both ends of a session in one page.
async function run() {
  const wallet = await createMockWallet({ accounts: [{ seed: new Uint8Array(32).fill(7) }] });
  const keys = await createAssociationKeyPair();
  const [dappEnd, walletEnd] = createChannelPair();
  const ended = wallet.attach(walletEnd, {
    association: { type: 'local', port: 50_000 },
    associationPublicKey: await exportPoint(keys),
    versions: ['v1'],
  });
  const dapp = createRpcClient((await dappHandshake(dappEnd, createDappHello(keys))).secure);
  const authorization = await dapp.call('authorize', { sign_in_payload: { domain: 'example.com' } });
  dapp.close();
  return { authorization, end: await ended, address: wallet.accounts[0]?.address };
}

const output = document.createElement('output');
document.body.append(output);
output.value = await run().then(JSON.stringify, String);
