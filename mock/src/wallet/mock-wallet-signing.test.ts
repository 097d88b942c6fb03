import { ed25519 } from '@noble/curves/ed25519.js';
import { address, getTransactionDecoder } from '@solana/kit';
import {
  concatBytes,
  decodeBase64,
  encodeBase58,
  encodeBase64,
  encodeBase64Url,
  encodeOffchainMessage,
  encodeUtf8,
  type JsonObject,
} from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import { createAddress, createUnsigned, getTransfer } from '../../../test/support/chain.js';
import {
  connectAuthorized,
  getError,
  getErrorCode,
  getResult,
  IDENTITY,
  isSilent,
  KEY,
  OTHER_KEY,
  OTHER_SEED,
  SEED,
} from '../../../test/support/mock-wallet.js';
import { createTransaction } from '../../../test/support/wallet.js';
import { createLiteSvmChain } from '../chain/litesvm-chain.js';
import type { SendTransactionOptions, WalletChain } from '../explain/chain.js';
import { getMessageWarnings } from '../explain/warnings/message-warnings.js';
import { type ApprovalRequest, type Approve, approveAll, declineAll } from './approval.js';
import type { MockWalletOptions } from './mock-wallet.js';
import { QUIRKS } from './quirk-table.js';
import type { Quirks } from './quirks.js';

const PUBLIC_KEY = ed25519.getPublicKey(SEED);
const HELLO = encodeUtf8('hello');
const MESSAGES = { addresses: [KEY], payloads: [encodeBase64(HELLO)] };

function getSignedPayloads(result: JsonObject): readonly Uint8Array[] {
  return (result['signed_payloads'] as readonly string[]).map(decodeBase64);
}

/** A transaction and its message, which a signature of it signs. */
function createAsMessages(version: 'legacy' | 0 | 1): readonly Uint8Array[] {
  const wire = createTransaction(encodeBase58(PUBLIC_KEY), 'Hello', undefined, version);
  return [wire, Uint8Array.from(getTransactionDecoder().decode(wire).messageBytes)];
}

/** Approves the connection, and declines everything after it. */
function createChangeOfMind() {
  const asked: ApprovalRequest[] = [];
  return {
    asked,
    approve: (request: ApprovalRequest, options: { signal: AbortSignal }) => {
      asked.push(request);
      return (request.type === 'authorize' ? approveAll : declineAll)(request, options);
    },
  };
}

async function createTransfers(count: number, options: MockWalletOptions = {}) {
  const chain = createLiteSvmChain();
  const session = await connectAuthorized({ chain, ...options });
  const payer = address(String(session.wallet.accounts[0]?.address));
  chain.airdrop(payer, 1_000_000_000n);
  const recipient = await createAddress();
  const wires = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      createUnsigned(chain, payer, [getTransfer(payer, recipient, BigInt(index + 1) * 1_000_000n)]),
    ),
  );
  return { ...session, chain, payer, recipient, wires };
}

describe('sign_messages', () => {
  it('returns each message followed by a signature per address, in order', async () => {
    const { dapp, wallet } = await connectAuthorized({
      accounts: [{ seed: SEED }, { seed: OTHER_SEED }],
      approve: (request) => ({
        approved: true,
        accounts: request.type === 'authorize' ? request.accounts.map((account) => account.address) : [],
      }),
    });
    expect(wallet.accounts).toHaveLength(2);
    const params = {
      addresses: [OTHER_KEY, KEY],
      payloads: [encodeBase64(HELLO), encodeBase64(new Uint8Array(1))],
    };
    const signed = getSignedPayloads(await getResult(dapp, 'sign_messages', params));
    [HELLO, new Uint8Array(1)].forEach((message, index) => {
      const payload = signed[index] ?? new Uint8Array();
      const end = message.length;
      expect(payload.length).toBe(end + 128);
      expect(payload.subarray(0, end)).toEqual(message);
      const [first, second] = [payload.subarray(end, end + 64), payload.subarray(end + 64)];
      expect(ed25519.verify(first, message, ed25519.getPublicKey(OTHER_SEED))).toBe(true);
      expect(ed25519.verify(second, message, PUBLIC_KEY)).toBe(true);
    });
  });

  it('returns only the signatures with the quirk `signedMessages`', async () => {
    const { dapp } = await connectAuthorized({ quirks: { signedMessages: 'signatures' } });
    const [signature = new Uint8Array()] = getSignedPayloads(
      await getResult(dapp, 'sign_messages', MESSAGES),
    );
    expect(ed25519.verify(signature, HELLO, PUBLIC_KEY)).toBe(true);
  });

  it('answers -2 to a damaged off-chain message, and asks nobody', async () => {
    const person = createChangeOfMind();
    const { dapp } = await connectAuthorized({ approve: person.approve });
    const whole = encodeOffchainMessage({ text: 'Hello', addresses: [KEY] });
    const payloads = [whole, whole.subarray(0, 40), HELLO].map(encodeBase64);
    expect(await getError(dapp, 'sign_messages', { addresses: [KEY], payloads })).toMatchObject({
      code: -2,
      data: expect.stringContaining('[true,false,true]'),
    });
    expect(person.asked).toHaveLength(1);
  });

  it.each(['legacy', 0, 1] as const)(
    'answers -2 to a transaction of version %s, and asks nobody',
    async (version) => {
      const person = createChangeOfMind();
      const { dapp } = await connectAuthorized({ approve: person.approve });
      const payloads = [HELLO, ...createAsMessages(version)].map(encodeBase64);
      expect(await getError(dapp, 'sign_messages', { addresses: [KEY], payloads })).toMatchObject({
        code: -2,
        message: 'a transaction is no message: use sign_transactions',
        data: expect.stringContaining('[true,false,false]'),
      });
      expect(person.asked).toHaveLength(1);
    },
  );

  it.each(['legacy', 0, 1] as const)(
    'signs a transaction of version %s with the quirk `signsTransactionMessages`, which its warning names',
    async (version) => {
      const asked: ApprovalRequest[] = [];
      const { dapp } = await connectAuthorized({
        quirks: { signsTransactionMessages: true },
        approve: (request, options) => {
          asked.push(request);
          return approveAll(request, options);
        },
      });
      const messages = createAsMessages(version);
      const params = { addresses: [KEY], payloads: messages.map(encodeBase64) };
      const signed = getSignedPayloads(await getResult(dapp, 'sign_messages', params));
      expect(signed.map((bytes) => bytes.length)).toEqual(messages.map((bytes) => bytes.length + 64));
      const context = { addresses: [], chain: 'solana:devnet', now: 0 } as const;
      const shown = asked[1]?.type === 'sign-messages' ? asked[1].messages : [];
      expect(shown.map((message) => getMessageWarnings(message, context)[0]?.text)).toEqual(
        messages.map(() => expect.stringContaining(`“${QUIRKS.signsTransactionMessages.title}”`)),
      );
    },
  );

  it('shows the messages to the user, and answers -3 when they decline', async () => {
    const person = createChangeOfMind();
    const { dapp, wallet } = await connectAuthorized({ approve: person.approve });
    expect(await getErrorCode(dapp, 'sign_messages', MESSAGES)).toBe(-3);
    expect(person.asked[1]).toEqual({
      id: 2,
      type: 'sign-messages',
      identity: IDENTITY,
      chain: 'solana:devnet',
      addresses: [wallet.accounts[0]?.address],
      messages: [HELLO],
    });
  });

  it('silently signs other bytes when a payload is base64url', async () => {
    const { dapp } = await connectAuthorized();
    const payload = `${encodeBase64Url(Uint8Array.of(251, 255, 191))}YWJj`;
    expect(payload).toBe('-_-_YWJj');
    const [signed = new Uint8Array()] = getSignedPayloads(
      await getResult(dapp, 'sign_messages', { addresses: [KEY], payloads: [payload] }),
    );
    expect(signed.subarray(0, -64)).toEqual(encodeUtf8('abc'));
    expect(ed25519.verify(signed.subarray(-64), encodeUtf8('abc'), PUBLIC_KEY)).toBe(true);
  });

  it('signs the text of a payload that is no string', async () => {
    const { dapp } = await connectAuthorized();
    const params = { ...MESSAGES, payloads: [1234, true, ['YWJj']] };
    const signed = getSignedPayloads(await getResult(dapp, 'sign_messages', params));
    const texts = ['1234', 'true', 'YWJj'].map(decodeBase64);
    expect(signed.map((bytes) => bytes.subarray(0, -64))).toEqual(texts);
  });

  it('refuses a base64url payload without the quirk `lenientBase64`', async () => {
    const { dapp } = await connectAuthorized({ quirks: { lenientBase64: false } });
    expect(await getErrorCode(dapp, 'sign_messages', { ...MESSAGES, payloads: ['-_-_YWJj'] })).toBe(-32602);
  });

  it.each([{}, { payloads: [] }, { payloads: 'YWJj' }, { payloads: [null] }, { payloads: ['A'] }])(
    'answers -32602 to %j',
    async (params) => {
      const { dapp } = await connectAuthorized();
      expect(await getErrorCode(dapp, 'sign_messages', { addresses: [KEY], ...params })).toBe(-32602);
    },
  );

  it.each([{}, { addresses: [] }, { addresses: KEY }, { addresses: [null] }, { addresses: ['A'] }])(
    'does not answer %j for addresses',
    async (params) => {
      const { dapp } = await connectAuthorized();
      expect(await isSilent(dapp, 'sign_messages', { payloads: ['YWJj'], ...params })).toBe(true);
    },
  );

  it('answers -32602 to missing addresses without the quirk `silentOnMalformedAddresses`', async () => {
    const { dapp } = await connectAuthorized({ quirks: { silentOnMalformedAddresses: false } });
    expect(await getErrorCode(dapp, 'sign_messages', { payloads: ['YWJj'] })).toBe(-32602);
  });

  it('answers -1 for an address that is not authorized', async () => {
    const { dapp } = await connectAuthorized({ accounts: [{ seed: SEED }, { seed: OTHER_SEED }] });
    for (const addresses of [[OTHER_KEY], [KEY, OTHER_KEY]]) {
      const error = await getError(dapp, 'sign_messages', { ...MESSAGES, addresses });
      expect(error.code).toBe(-1);
      expect(error.data).toBeUndefined();
    }
    expect(await getResult(dapp, 'sign_messages', MESSAGES)).toHaveProperty('signed_payloads');
  });

  it('answers -2 for an address that is not authorized with the quirk `unknownAddress`', async () => {
    const { dapp } = await connectAuthorized({ quirks: { unknownAddress: 'invalid-payloads' } });
    const error = await getError(dapp, 'sign_messages', { ...MESSAGES, addresses: [KEY, OTHER_KEY] });
    expect(error).toMatchObject({ code: -2, data: '{"valid":[false]}' });
  });

  it('answers -6 over the limit', async () => {
    const { dapp } = await connectAuthorized({ capabilities: { maxMessagesPerRequest: 2 } });
    const payloads = ['YQ==', 'Yg==', 'Yw=='];
    expect(await getErrorCode(dapp, 'sign_messages', { addresses: [KEY], payloads })).toBe(-6);
    expect(
      await getResult(dapp, 'sign_messages', { addresses: [KEY], payloads: payloads.slice(1) }),
    ).toHaveProperty('signed_payloads');
  });
});

describe('sign_transactions', () => {
  it('puts the account’s signature into each transaction', async () => {
    const { dapp, wires } = await createTransfers(2);
    const signed = getSignedPayloads(
      await getResult(dapp, 'sign_transactions', { payloads: wires.map(encodeBase64) }),
    );
    expect(signed).toHaveLength(2);
    signed.forEach((wire, index) => {
      const message = wires[index]?.subarray(65) ?? new Uint8Array();
      expect(wire).toEqual(concatBytes(Uint8Array.of(1), wire.subarray(1, 65), message));
      expect(ed25519.verify(wire.subarray(1, 65), message, PUBLIC_KEY)).toBe(true);
    });
  });

  it('shows what each transaction does, and answers -3 when the user declines', async () => {
    const person = createChangeOfMind();
    const { dapp, wires, payer, recipient } = await createTransfers(1, { approve: person.approve });
    expect(await getErrorCode(dapp, 'sign_transactions', { payloads: wires.map(encodeBase64) })).toBe(-3);
    const request = person.asked[1];
    if (request?.type !== 'sign-transactions') throw new Error('Nothing was asked');
    expect(request.transactions[0]?.wire).toEqual(wires[0]);
    expect(request.transactions[0]?.summary).toMatchObject({
      feePayer: payer,
      balanceChanges: expect.arrayContaining([{ address: recipient, before: 0n, after: 1_000_000n }]),
    });
  });

  it('shows the decoded bytes when there is no chain', async () => {
    const { wires, payer } = await createTransfers(1);
    const person = createChangeOfMind();
    const { dapp } = await connectAuthorized({ approve: person.approve });
    expect(await getErrorCode(dapp, 'sign_transactions', { payloads: wires.map(encodeBase64) })).toBe(-3);
    const request = person.asked[1];
    if (request?.type !== 'sign-transactions') throw new Error('Nothing was asked');
    expect(request.transactions[0]?.summary).toMatchObject({
      feePayer: payer,
      instructions: [expect.objectContaining({ accounts: expect.arrayContaining([payer]) })],
      balanceChanges: [],
    });
  });

  it('answers -2 with `valid` for bytes that are not a transaction and transactions of other accounts', async () => {
    const { dapp, wires, chain } = await createTransfers(1);
    const stranger = await createAddress();
    const foreign = await createUnsigned(chain, stranger, [getTransfer(stranger, stranger, 1n)]);
    const payloads = [wires[0] ?? foreign, Uint8Array.of(1, 2, 3), foreign].map(encodeBase64);
    const error = await getError(dapp, 'sign_transactions', { payloads });
    expect(error).toMatchObject({ code: -2, data: '{"valid":[true,false,false]}' });
  });

  it('writes error data as JSON without the quirk `errorDataIsText`', async () => {
    const { dapp } = await connectAuthorized({ quirks: { errorDataIsText: false } });
    const error = await getError(dapp, 'sign_transactions', { payloads: ['AAAA'] });
    expect(error).toMatchObject({ code: -2, data: { valid: [false] } });
  });

  it('signs, shows and sends a transaction of version 1', async () => {
    const asked: ApprovalRequest[] = [];
    const approve: Approve = (request) => {
      asked.push(request);
      return { approved: true };
    };
    const { dapp, chain, payer, recipient } = await createTransfers(0, { approve });
    const transfer = getTransfer(payer, recipient, 2_000_000n);
    const wire = await createUnsigned(chain, payer, [transfer], 1);
    const payloads = [encodeBase64(wire)];
    const [signed] = getSignedPayloads(await getResult(dapp, 'sign_transactions', { payloads }));
    const message = wire.subarray(0, -64);
    expect(signed?.subarray(0, -64)).toEqual(message);
    expect(ed25519.verify(signed?.subarray(-64) ?? message, message, PUBLIC_KEY)).toBe(true);
    await getResult(dapp, 'sign_and_send_transactions', { payloads });
    expect(chain.getBalance(recipient)).toBe(2_000_000n);
    const balanceChanges = expect.arrayContaining([{ address: recipient, before: 0n, after: 2_000_000n }]);
    expect(asked.slice(1)).toMatchObject([
      { transactions: [{ summary: { version: 1, balanceChanges } }] },
      { transactions: [{ summary: { version: 1, balanceChanges } }] },
    ]);
  });

  it('answers -2 to a version that it does not support', async () => {
    const capabilities = { supportedTransactionVersions: ['legacy'] as const };
    const { dapp, wires } = await createTransfers(1, { capabilities });
    expect(await getErrorCode(dapp, 'sign_transactions', { payloads: wires.map(encodeBase64) })).toBe(-2);
  });

  it('answers -6 over the limit', async () => {
    const { dapp, wires } = await createTransfers(2, { capabilities: { maxTransactionsPerRequest: 1 } });
    const payloads = wires.map(encodeBase64);
    expect(await getErrorCode(dapp, 'sign_transactions', { payloads })).toBe(-6);
    expect(await getErrorCode(dapp, 'sign_and_send_transactions', { payloads })).toBe(-6);
  });

  it('gets -32601 without the feature', async () => {
    const { dapp } = await connectAuthorized({ capabilities: { features: [] } });
    expect(await getErrorCode(dapp, 'sign_transactions', { payloads: ['AAAA'] })).toBe(-32601);
  });
});

describe('sign_and_send_transactions', () => {
  it('sends every transaction and returns the signatures', async () => {
    const { dapp, wires, chain, recipient } = await createTransfers(2);
    const { signatures } = await getResult(dapp, 'sign_and_send_transactions', {
      payloads: wires.map(encodeBase64),
      options: { min_context_slot: 0, commitment: 'confirmed', skip_preflight: false, max_retries: 1 },
    });
    (signatures as readonly string[]).forEach((signature, index) => {
      const message = wires[index]?.subarray(65) ?? new Uint8Array();
      expect(ed25519.verify(decodeBase64(signature), message, PUBLIC_KEY)).toBe(true);
    });
    expect(signatures).toHaveLength(2);
    expect(chain.getBalance(recipient)).toBe(3_000_000n);
  });

  it('answers -3 when the user declines, and sends nothing', async () => {
    const person = createChangeOfMind();
    const { dapp, wires, chain, recipient } = await createTransfers(1, { approve: person.approve });
    const payloads = wires.map(encodeBase64);
    expect(await getErrorCode(dapp, 'sign_and_send_transactions', { payloads })).toBe(-3);
    expect(person.asked[1]?.type).toBe('sign-and-send-transactions');
    expect(chain.getBalance(recipient)).toBe(0n);
  });

  it.each([
    [false, 4_000_000n],
    [true, 1_000_000n],
  ])(
    'answers -4 with what was submitted when one is not (waiting for commitment: %j)',
    async (waits, balance) => {
      const { dapp, wires, chain, payer, recipient } = await createTransfers(3);
      const tooMuch = await createUnsigned(chain, payer, [getTransfer(payer, recipient, 10_000_000_000n)]);
      const payloads = [wires[0], tooMuch, wires[2]].map((wire) => encodeBase64(wire ?? tooMuch));
      const error = await getError(dapp, 'sign_and_send_transactions', {
        payloads,
        options: { wait_for_commitment_to_send_next_transaction: waits },
      });
      expect(error.code).toBe(-4);
      const { signatures } = JSON.parse(String(error.data)) as { signatures: readonly (string | null)[] };
      expect(signatures.map((signature) => signature !== null)).toEqual([true, false, !waits]);
      const first = decodeBase64(signatures[0] ?? '');
      expect(ed25519.verify(first, wires[0]?.subarray(65) ?? first, PUBLIC_KEY)).toBe(true);
      expect(chain.getBalance(recipient)).toBe(balance);
    },
  );

  it('counts a transaction that failed when executed as submitted', async () => {
    const { dapp, chain, payer, recipient } = await createTransfers(0);
    const tooMuch = await createUnsigned(chain, payer, [getTransfer(payer, recipient, 10_000_000_000n)]);
    const result = await getResult(dapp, 'sign_and_send_transactions', {
      payloads: [encodeBase64(tooMuch)],
      options: { skip_preflight: true },
    });
    expect(result).toEqual({ signatures: [expect.any(String)] });
  });

  it('answers -4 without a chain', async () => {
    const { wires } = await createTransfers(1);
    const { dapp } = await connectAuthorized();
    const error = await getError(dapp, 'sign_and_send_transactions', { payloads: wires.map(encodeBase64) });
    expect(error).toMatchObject({ code: -4, data: '{"signatures":[null]}' });
  });

  /** Sends a transaction with options; returns the options that the chain gets. */
  async function sendWith(options: JsonObject, quirks: Partial<Quirks> = {}) {
    const handed: SendTransactionOptions[] = [];
    const chain: WalletChain = {
      describeTransaction: () => Promise.reject(new Error('no description')),
      async sendTransaction(_wire, given = {}) {
        handed.push(given);
        return { signature: new Uint8Array(64) };
      },
    };
    const { wires } = await createTransfers(1);
    const { dapp } = await connectAuthorized({ chain, quirks });
    const outcome = await dapp.call('sign_and_send_transactions', {
      payloads: wires.map(encodeBase64),
      options,
    });
    return { handed: handed[0], code: outcome.error?.code };
  }

  it.each([
    [5.5, 5],
    [-5.5, -5],
    ['5', 5],
    ['5.9', 5],
    [2 ** 31, -(2 ** 31)],
    [2 ** 32 + 7, 7],
    [-(2 ** 31) - 1, 2 ** 31 - 1],
    [1e300, 2 ** 31 - 1],
    [-1e300, -(2 ** 31)],
    ['2147483648', 2 ** 31 - 1],
    ['NaN', 0],
    ['5d', 5],
    [' -.5e1F ', -5],
    ['-Infinity', -(2 ** 31)],
  ])('reads the integer %j as %i', async (given, read) => {
    expect(await sendWith({ min_context_slot: given, max_retries: given })).toMatchObject({
      handed: { minContextSlot: read, maxRetries: read },
    });
  });

  it.each([
    [true, true],
    ['true', true],
    ['TRUE', true],
    ['false', false],
  ])('reads the boolean %j as %j', async (given, skipPreflight) => {
    expect(await sendWith({ skip_preflight: given })).toMatchObject({ handed: { skipPreflight } });
  });

  it.each([
    { min_context_slot: 'five' },
    { min_context_slot: '' },
    { min_context_slot: true },
    { max_retries: null },
    ...['0x10', '0b1', '0o7', 'nan', '5dd', '1_000', '.'].map((max_retries) => ({ max_retries })),
    { skip_preflight: 'yes' },
    { skip_preflight: null },
    { wait_for_commitment_to_send_next_transaction: 1 },
  ])('answers -32602 to options %j', async (options) => {
    expect(await sendWith(options)).toEqual({ code: -32602 });
  });

  it.each([
    { min_context_slot: 1.5 },
    { min_context_slot: '1' },
    { min_context_slot: 2 ** 31 },
    { max_retries: -(2 ** 31) - 1 },
    { max_retries: null },
    { skip_preflight: 'true' },
    { wait_for_commitment_to_send_next_transaction: 'true' },
  ])('answers -32602 to options %j with the quirks `sendIntegers` and `sendBooleans`', async (options) => {
    const strict = { sendIntegers: 'refuse', sendBooleans: 'refuse' } as const;
    expect(await sendWith(options, strict)).toEqual({ code: -32602 });
  });

  it('shows nothing and never answers without min_context_slot with the quirk `silentWithoutMinContextSlot`', async () => {
    const asked: ApprovalRequest[] = [];
    const { dapp, wires } = await createTransfers(1, {
      quirks: { silentWithoutMinContextSlot: true },
      approve: (request) => {
        asked.push(request);
        return { approved: true };
      },
    });
    const payloads = wires.map(encodeBase64);
    const params = { payloads, options: { min_context_slot: 0 } };
    expect(await getResult(dapp, 'sign_and_send_transactions', params)).toHaveProperty('signatures');
    expect(await isSilent(dapp, 'sign_and_send_transactions', { payloads })).toBe(true);
    expect(asked).toHaveLength(2);
  });
});
