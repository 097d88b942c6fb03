import {
  type Address,
  getOffchainMessageV1Decoder,
  type SignatureBytes,
  verifyOffchainMessageEnvelope,
} from '@solana/kit';
import type {
  SolanaSignOffchainMessageFeature,
  SolanaSignOffchainMessageInput,
} from '@solana/wallet-standard-features';
import { describe, expect, it } from 'vitest';
import { decodeOffchainMessage } from '../../src/protocol/offchain-message.js';
import { decodeBase58 } from '../../src/util/base58.js';
import { encodeBase64 } from '../../src/util/bytes.js';
import { countRequests } from '../support/requests.js';
import { setUp, setUpConnected } from '../support/wallet.js';

const NAME = 'solana:signOffchainMessage';
const OTHER = new Uint8Array(32).fill(9);

type Connected = Awaited<ReturnType<typeof setUpConnected>>;

/** Calls the feature as a dapp does that takes its types from the package. */
function getFeature({ wallet }: Pick<Connected, 'wallet'>): SolanaSignOffchainMessageFeature[typeof NAME] {
  return wallet.features[NAME];
}

const createInput = (
  { account }: Connected,
  message: string,
  others: readonly Uint8Array[] = [],
): SolanaSignOffchainMessageInput => ({
  messageVersion: 1,
  account,
  message,
  requiredSigners: [...others, account.publicKey],
});

describe('signOffchainMessage', () => {
  it('returns messages that kit reads and verifies, of one request', async () => {
    const context = await setUpConnected();
    const texts = ['Hello', 'Zwölf\n👩‍👩‍👧', 'x'.repeat(5000)];
    const { signOffchainMessage, supportedMessageVersions } = getFeature(context);
    expect(supportedMessageVersions).toEqual([1]);
    const outputs = await signOffchainMessage(...texts.map((text) => createInput(context, text)));
    const address = context.account.address as Address;
    for (const [index, { signedOffchainMessage, signature, signatureType }] of outputs.entries()) {
      expect(signatureType).toBe('ed25519');
      const content = signedOffchainMessage as Uint8Array as never;
      expect(getOffchainMessageV1Decoder().decode(content)).toEqual({
        version: 1,
        content: texts[index],
        requiredSignatories: [{ address }],
      });
      const signatures = { [address]: signature as SignatureBytes };
      await verifyOffchainMessageEnvelope({ content, signatures });
    }
    expect(outputs).toHaveLength(3);
    expect(countRequests(context.phone, 'sign_messages')).toBe(1);
  });

  it('has the signers sorted, with others than the account', async () => {
    const context = await setUpConnected();
    const [output] = await getFeature(context).signOffchainMessage(
      createInput(context, 'Both of us', [OTHER]),
    );
    const keys = [OTHER, decodeBase58(context.account.address)].sort(Buffer.compare);
    expect(decodeOffchainMessage(output?.signedOffchainMessage as Uint8Array)).toEqual({
      text: 'Both of us',
      addresses: keys.map(encodeBase64),
    });
  });

  it('is offered from the start, and stays with the account', async () => {
    const { wallet, connect, phone } = await setUp({
      capabilities: { features: [] },
      quirks: { accountFeatures: true },
    });
    expect(wallet.features).toHaveProperty([NAME]);
    const { accounts } = await connect();
    expect(wallet.features).toHaveProperty([NAME]);
    expect(accounts[0]?.features).toContain(NAME);
    expect(await wallet.features[NAME].signOffchainMessage()).toEqual([]);
    await phone.whenIdle();
  });

  it('is one launch right after connect, and says why the wallet app refused', async () => {
    const { wallet, connect, phone } = await setUp({
      approve: (request) => ({ approved: request.type === 'authorize' }),
    });
    const [account] = (await connect()).accounts;
    if (!account) throw new Error('no account');
    const input = {
      messageVersion: 1,
      account,
      message: 'Hello',
      requiredSigners: [account.publicKey],
    } as const;
    const signing = wallet.features[NAME].signOffchainMessage(input);
    await expect(signing).toRejectWith('USER_REJECTED');
    expect(phone.launches).toHaveLength(1);
  });

  it('refuses an account of another wallet before the wallet app opens', async () => {
    const context = await setUpConnected();
    const account = { ...context.account, address: '11111111111111111111111111111111' };
    await expect(
      getFeature(context).signOffchainMessage({ ...createInput(context, 'Hello'), account }),
    ).toRejectWith('ACCOUNT_NOT_AUTHORIZED');
    expect(context.phone.launches).toHaveLength(1);
  });
});
