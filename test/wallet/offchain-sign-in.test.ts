import {
  type Address,
  getOffchainMessageV1Encoder,
  type OffchainMessageBytes,
  type SignatureBytes,
  verifyOffchainMessageEnvelope,
} from '@solana/kit';
import type { SolanaSignInInput, SolanaSignInOutput } from '@solana/wallet-standard-features';
import { createSignInMessageText, verifySignIn } from '@solana/wallet-standard-util';
import { describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '../../mock/src/wallet/approval.js';
import { decodeOffchainMessage } from '../../src/protocol/offchain-message.js';
import { type Bytes, decodeBase64, encodeBase64 } from '../../src/util/bytes.js';
import type { MobileWalletErrorCode } from '../../src/util/errors.js';
import { error, result, signMessage } from '../faults/replies.js';
import { OTHER_SEED, SEED, TWO_ACCOUNTS } from '../support/mock-wallet.js';
import { getCalledMethods } from '../support/requests.js';
import { createTransaction, setUp, setUpConnected } from '../support/wallet.js';

const OFFCHAIN = { useOffchainMessage: { messageVersion: 1 } } as const;
const FULL = {
  domain: 'login.example.com:8443',
  statement: 'Grüße, Zoë! テストに署名 🦄',
  uri: 'https://login.example.com:8443/?a=b#c',
  version: '1',
  chainId: 'solana:devnet',
  nonce: 'Abcdefgh12345678',
  issuedAt: '2026-11-20T00:00:00.000Z',
  expirationTime: '2026-11-21T00:00:00Z',
  notBefore: '2026-11-19T23:59:59+01:00',
  requestId: 'request 7',
  resources: ['https://example.com/terms', 'ipfs://x'],
};

/** A user who approves all that is asked, also accounts by their index. */
function createUser(granted: readonly number[] = [0]) {
  const asked: ApprovalRequest['type'][] = [];
  const approve = (request: ApprovalRequest) => {
    asked.push(request.type);
    const addresses = 'accounts' in request ? request.accounts.map(({ address }) => address) : [];
    return { approved: true as const, accounts: granted.flatMap((index) => addresses[index] ?? []) };
  };
  return { asked, approve };
}

/**
 * Verifies a sign-in as a server does that has made the input: by nothing of the output but its account and
 * signature.
 */
async function verify(input: SolanaSignInInput, { account, signature }: SolanaSignInOutput): Promise<void> {
  const address = account.address as Address;
  const content = createSignInMessageText({ domain: 'example.com', ...input, address });
  const message = { version: 1, content, requiredSignatories: [{ address }] } as const;
  await verifyOffchainMessageEnvelope({
    content: getOffchainMessageV1Encoder().encode(message) as OffchainMessageBytes,
    signatures: { [address]: signature as SignatureBytes },
  });
}

const signAlone = (message: Bytes): string =>
  encodeBase64(decodeBase64(signMessage(SEED, message)).slice(-64));

type Context = Awaited<ReturnType<typeof setUp>>;

const getMethods = ({ phone }: Context): readonly string[] => getCalledMethods(phone);

function signIn({ wallet }: Context, ...inputs: readonly SolanaSignInInput[]) {
  return wallet.features['solana:signIn'].signIn(...inputs);
}

async function signInOnce(context: Context, input: SolanaSignInInput): Promise<SolanaSignInOutput> {
  const [output] = await signIn(context, { ...input, ...OFFCHAIN });
  if (!output) throw new Error('no output');
  return output;
}

describe('a sign-in as an off-chain message', () => {
  it('is announced by the version of the feature', async () => {
    const { wallet } = await setUp();
    expect(wallet.features['solana:signIn'].version).toBe('1.1.0');
  });

  it.each<SolanaSignInInput>([{}, FULL, { nonce: 'abcdefgh' }, { statement: 'Hello', resources: [] }])(
    'is a text that a server verifies with kit, and connects in one launch: %j',
    async (input) => {
      const context = await setUp();
      const output = await signInOnce(context, input);
      expect(output).toMatchObject({
        signatureType: 'ed25519',
        signedMessageFormat: { kind: 'offchainMessage', messageVersion: 1 },
      });
      expect(output.account).toBe(context.wallet.accounts[0]);
      await verify(input, output);
      const { address } = output.account;
      expect(decodeOffchainMessage(output.signedMessage).text).toBe(
        createSignInMessageText({ domain: 'example.com', ...input, address }),
      );
      // The published verifier knows texts only.
      expect(verifySignIn(input, { ...output, account: { ...output.account } })).toBe(false);
      expect(getMethods(context)).toEqual(['authorize', 'sign_messages']);
      expect(JSON.stringify(context.phone.requests)).not.toMatch(/sign_in_payload|useOffchainMessage/);
      expect(context.phone.launches).toHaveLength(1);
    },
  );

  it.each<[what: string, options: Parameters<typeof setUp>[0]]>([
    ['that returns the signature alone', { quirks: { signedMessages: 'signatures' } }],
    ['without Sign In With Solana', { quirks: { signInResult: 'absent' }, capabilities: { features: [] } }],
    ['of 1.x', { protocol: 'legacy' }],
  ])('verifies at a phone %s', async (_, options) => {
    await verify(FULL, await signInOnce(await setUp(options), FULL));
  });

  it('asks only for the signature if the wallet is connected, and for a new one each time', async () => {
    const { asked, approve } = createUser();
    const context = await setUpConnected({ approve });
    asked.length = 0;
    for (const nonce of ['nonceAAAA', 'nonceBBBB']) {
      await verify({ nonce }, await signInOnce(context, { nonce }));
    }
    expect(asked).toEqual(['sign-messages', 'sign-messages']);
  });

  it('asks afresh if the wallet no longer accepts the token, in the same visit', async () => {
    const { asked, approve } = createUser();
    const context = await setUpConnected({ approve });
    context.phone.wallet.revokeTokens();
    await verify({}, await signInOnce(context, {}));
    expect(asked).toEqual(['authorize', 'authorize', 'sign-messages']);
    expect(context.phone.launches).toHaveLength(2);
  });

  it('is signed by another account if the wallet grants another one meanwhile', async () => {
    const { asked, approve } = createUser();
    let index = 0;
    const context = await setUpConnected({
      accounts: TWO_ACCOUNTS,
      faults: [error('sign_messages', -1, undefined, { nth: 1 })],
      approve: (request) => {
        const decision = approve(request);
        if (!('accounts' in request)) return decision;
        return { ...decision, accounts: [request.accounts[index++]?.address ?? ''] };
      },
    });
    const output = await signInOnce(context, {});
    expect(output.account.address).toBe(context.phone.wallet.accounts[1]?.address);
    await verify({}, output);
    expect(asked.at(-1)).toBe('sign-messages');
  });

  it('needs no other authorization than that of the account’s chain, unless it names a chain', async () => {
    const { asked, approve } = createUser();
    const chains = ['solana:mainnet', 'solana:devnet'] as const;
    const context = await setUp({ approve }, { chains });
    await context.wallet.features['mobile-wallet-standard:transact'].transact(
      (wallet) => wallet.authorize(),
      { chain: 'solana:devnet' },
    );
    asked.length = 0;
    await verify({}, await signInOnce(context, {}));
    expect(asked).toEqual(['sign-messages']);
    await verify({ chainId: 'mainnet' }, await signInOnce(context, { chainId: 'mainnet' }));
    expect(asked).toEqual(['sign-messages', 'authorize', 'sign-messages']);
  });

  it('stands among other sign-ins of one call, each in its own format, in one launch', async () => {
    const { asked, approve } = createUser([0, 1]);
    const context = await setUp({ accounts: TWO_ACCOUNTS, approve });
    const [address, other] = context.phone.wallet.accounts.map((account) => account.address);
    const inputs = [
      { address: other, statement: 'one', ...OFFCHAIN },
      { statement: 'two', nonce: 'abcdefgh' },
      { address, statement: 'three', ...OFFCHAIN },
      { statement: 'four', useOffchainMessage: undefined },
    ] as readonly SolanaSignInInput[];
    const outputs = await signIn(context, ...inputs);
    expect(outputs.map(({ signedMessageFormat }) => signedMessageFormat?.kind)).toEqual([
      'offchainMessage',
      undefined,
      'offchainMessage',
      undefined,
    ]);
    for (const [index, output] of outputs.entries()) {
      const { useOffchainMessage, ...input } = inputs[index] ?? {};
      if (input.address) expect(output.account.address).toBe(input.address);
      if (useOffchainMessage) await verify(input, output);
      else expect(verifySignIn(input, { ...output, account: { ...output.account } })).toBe(true);
    }
    expect(asked).toEqual(['authorize', 'sign-messages', 'sign-in', 'sign-messages', 'sign-in']);
    expect(context.phone.launches).toHaveLength(1);
  });

  it('is not signed by another account than the one that was asked', async () => {
    const context = await setUp({ accounts: TWO_ACCOUNTS, ...createUser([0]) });
    const address = context.phone.wallet.accounts[1]?.address ?? '';
    await expect(signInOnce(context, { address })).toRejectWith('ACCOUNT_NOT_AUTHORIZED', { address });
    expect(getMethods(context)).toEqual(['authorize']);
    expect(context.wallet.accounts).toHaveLength(1);
  });

  it.each<
    [
      what: string,
      code: MobileWalletErrorCode,
      options: Parameters<typeof setUp>[0],
      methods: readonly string[],
    ]
  >([
    ['the connection', 'USER_REJECTED', { approve: () => ({ approved: false }) }, ['authorize']],
    [
      'the message',
      'USER_REJECTED',
      { approve: ({ type }) => ({ approved: type === 'authorize' }) },
      ['authorize', 'sign_messages'],
    ],
    [
      'what it cannot read',
      'INVALID_PAYLOADS',
      { faults: [error('sign_messages', -2, { valid: [false] })] },
      ['authorize', 'sign_messages'],
    ],
    [
      'all messages',
      'METHOD_NOT_SUPPORTED',
      { faults: [error('sign_messages', -32601)] },
      ['authorize', 'sign_messages'],
    ],
  ])('has the wallet’s error, and no plain sign-in in its place, if it refuses %s', async (...row) => {
    const [, code, options, methods] = row;
    const context = await setUp(options);
    await expect(signInOnce(context, FULL)).toRejectWith(code);
    expect(getMethods(context)).toEqual(methods);
    expect(context.wallet.accounts).toHaveLength(methods.length - 1);
  });

  it.each<[what: string, sign: (message: Bytes) => string]>([
    ['is signed by another key', (message) => signMessage(OTHER_SEED, message)],
    ['has only its text signed', (message) => signMessage(SEED, message.slice(50))],
    ['has another text', (message) => signMessage(SEED, Uint8Array.from([...message, 33]))],
    ['has only its text signed, and only the signature returned', (message) => signAlone(message.slice(50))],
  ])('is refused if it %s', async (_, sign) => {
    const fault = result('sign_messages', (own) => {
      const [signed] = own['signed_payloads'] as readonly [string];
      return { signed_payloads: [sign(decodeBase64(signed).slice(0, -64))] };
    });
    const context = await setUp({ accounts: [{ seed: SEED }], faults: [fault] });
    await expect(signInOnce(context, FULL)).toRejectWith('INVALID_RESPONSE');
  });

  it('is what the call asked for, even if the caller changes it while the code is loaded', async () => {
    const context = await setUp();
    const input = { statement: 'one', ...OFFCHAIN };
    const signing = signIn(context, input);
    Object.assign(input, { statement: 'two', useOffchainMessage: undefined });
    const [output] = await signing;
    if (!output) throw new Error('no output');
    await verify({ statement: 'one' }, output);
  });

  it('shares its visit with a payment', async () => {
    const context = await setUpConnected();
    const { account, wallet, phone } = context;
    const transaction = createTransaction(account.address, 'a');
    const signTransaction = wallet.features['solana:signTransaction']?.signTransaction;
    const [output] = await Promise.all([
      signInOnce(context, {}),
      signTransaction?.({ account, chain: 'solana:devnet', transaction }),
    ]);
    await verify({}, output);
    expect(phone.launches).toHaveLength(2);
  });
});
