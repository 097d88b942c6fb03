import { createPassOn, type PassOn, readIds } from '../../chain/cluster-answer.js';
import { postToCluster } from '../../chain/cluster-url.js';
import { handleJsonRpc } from '../../chain/json-rpc.js';
import { createPageChain } from '../../chain/page-chain/page-chain.js';
import { RPC_ERROR } from '../../chain/rpc-error.js';
import { createClusterPhoneChain, type PhoneChain } from '../../phone/phone-chain.js';

/** The chain of a wallet in a page: the small simulated one, or a cluster by the URL of its JSON-RPC. */
export type PageWalletChain =
  | 'simulated'
  | Readonly<{
      /** The HTTP JSON-RPC of a cluster. */
      clusterUrl: string;
    }>;

/** Answers the body of a JSON-RPC request with the body of the response. */
export type AnswerRpc = (body: string) => Promise<string>;

/** Opens the chain. */
export function openChain(
  chain: PageWalletChain,
  storageKey: string,
): Readonly<{ chain: PhoneChain; rpc: AnswerRpc }> {
  if (chain === 'simulated') {
    const simulated = createPageChain({ storageKey });
    return {
      chain: { ...simulated, name: 'Simulated in this page' },
      rpc: (body) => handleJsonRpc(simulated, body),
    };
  }
  const { clusterUrl } = chain;
  const passOn = createPassOn(clusterUrl);
  return { chain: createClusterPhoneChain(clusterUrl), rpc: (body) => forward(clusterUrl, body, passOn) };
}

async function forward(url: string, body: string, passOn: PassOn): Promise<string> {
  const response = await postToCluster(url, body);
  const text = passOn(await response.text(), new Set(readIds(body)));
  const message = `The cluster answered with HTTP ${response.status}`;
  return (
    text ?? JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: RPC_ERROR.INTERNAL_ERROR, message } })
  );
}
