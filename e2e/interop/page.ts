import { publishedBytes } from './byte-client.js';
import { toOutput } from './client.js';
import { ownKitCases, publishedKitCases } from './kit-cases.js';
import { ownKit, publishedKit } from './kit-client.js';
import { createOperations } from './operations.js';
import { helpPublishedClients } from './page-ports.js';
import { ownWeb3Cases, publishedWeb3Cases } from './web3js-cases.js';
import { ownWeb3, publishedWeb3 } from './web3js-client.js';

helpPublishedClients();

// A dapp on a client of the session API. The form takes the operation as JSON, and the output shows its
// outcome as JSON.
const CLIENTS: Readonly<Record<string, Readonly<Record<string, (input: never) => Promise<unknown>>>>> = {
  protocol: createOperations(publishedBytes),
  'protocol-kit': { ...createOperations(publishedKit), ...publishedKitCases },
  'protocol-web3js': { ...createOperations(publishedWeb3), ...publishedWeb3Cases },
  'own kit': { ...createOperations(ownKit), ...ownKitCases },
  'own web3js': { ...createOperations(ownWeb3), ...ownWeb3Cases },
};

const form = document.createElement('form');
form.innerHTML = '<textarea name="request"></textarea><button>Run</button><output name="outcome"></output>';
document.body.append(form);

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const outcome = form.elements.namedItem('outcome') as HTMLOutputElement;
  outcome.value = '';
  const { client, operation, input } = JSON.parse(String(new FormData(form).get('request')));
  const run = CLIENTS[client]?.[operation];
  const running = run
    ? run(input as never)
    : Promise.reject(new Error(`No operation ${client} ${operation}`));
  outcome.value = JSON.stringify(await running.catch(toOutput));
});
