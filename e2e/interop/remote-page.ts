import { startNostrScenario, startRemoteScenario } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { startRemoteScenario as startKitScenario } from '@solana-mobile/mobile-wallet-adapter-protocol-kit';
import { startRemoteScenario as startWeb3Scenario } from '@solana-mobile/mobile-wallet-adapter-protocol-web3js';
import type { Remote } from 'mobile-wallet-standard';
import { publishedBytes } from './byte-client.js';
import { type Client, type CommonWallet, toOutput } from './client.js';
import { ownKit, publishedKit } from './kit-client.js';
import { createOperations } from './operations.js';
import { createWalletOperations, registerOwn, registerPublished } from './wallet-operations.js';
import { ownWeb3, publishedWeb3 } from './web3js-client.js';

/** What the published clients return. */
type Scenario<TWallet> = Readonly<{ associationUrl: URL; wallet: Promise<TWallet>; close(): void }>;

/**
 * A dapp on a client, for a wallet on another device: the fragment of the page's address says where that is
 * met.
 */
const remote: Remote = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const host = remote.type === 'reflector' ? remote.host : String(remote.relays[0]);

const form = document.createElement('form');
form.innerHTML =
  '<textarea name="request"></textarea><button>Run</button><output name="outcome"></output><output name="uri"></output>';
document.body.append(form);
const getOutput = (name: string): HTMLOutputElement => form.elements.namedItem(name) as HTMLOutputElement;

/** Shows the URI as text, because these clients leave it to the dapp to draw the code. */
const showUri = (uri: string | URL): void => {
  getOutput('uri').value = String(uri);
};

/** Runs a published client's operations in scenarios, which is what it has for a wallet on another device. */
const inScenario = <TWallet extends CommonWallet>(
  client: Client<TWallet>,
  start: () => Promise<Scenario<TWallet>>,
) =>
  createOperations<TWallet>({
    ...client,
    async transact(callback) {
      const { associationUrl, wallet, close } = await start();
      showUri(associationUrl);
      try {
        return await callback(await wallet);
      } finally {
        close();
      }
    },
  });

/** Runs our client's operations, whose `transact` has options for it. */
const withCode = <TWallet extends CommonWallet>(client: Client<TWallet>) => {
  const options = { remote, scan: ({ uri }: Readonly<{ uri: string }>) => showUri(uri) };
  return createOperations<TWallet>({
    ...client,
    transact: (callback) => client.transact(callback, options as object),
  });
};

const config = { remoteHostAuthority: host };
const startProtocol = () =>
  remote.type === 'reflector'
    ? startRemoteScenario(config)
    : (startNostrScenario({ connectionType: 'remote', relayDomain: host }) as ReturnType<
        typeof startRemoteScenario
      >);

const CLIENTS: Readonly<Record<string, Readonly<Record<string, (input: never) => Promise<unknown>>>>> = {
  protocol: inScenario(publishedBytes, startProtocol),
  'protocol-kit': inScenario(publishedKit, () => startKitScenario(config)),
  'protocol-web3js': inScenario(publishedWeb3, () => startWeb3Scenario(config)),
  'own kit': withCode(ownKit),
  'own web3js': withCode(ownWeb3),
  'wallet-standard-mobile': createWalletOperations(registerPublished(remote)),
  'own wallet': createWalletOperations(registerOwn(remote)),
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const outcome = getOutput('outcome');
  outcome.value = '';
  showUri('');
  const { client, operation, input } = JSON.parse(String(new FormData(form).get('request')));
  const run = CLIENTS[client]?.[operation];
  const running = run
    ? run(input as never)
    : Promise.reject(new Error(`No operation ${client} ${operation}`));
  outcome.value = JSON.stringify(await running.catch(toOutput));
});
