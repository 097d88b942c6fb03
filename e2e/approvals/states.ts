import type {
  InstructionSummary,
  TokenChange,
  TokenHolding,
  TransactionSummary,
} from '../../mock/src/explain/chain.js';
import type { Right } from '../../mock/src/explain/rights.js';
import { warnOfRight } from '../../mock/src/explain/warnings/instruction-warnings.js';
import type { ApprovalState } from '../../mock/src/phone/approval-desk.js';
import { stringifyTagged } from '../../mock/src/phone/tagged-json.js';
import type { ApprovalRequest } from '../../mock/src/wallet/approval.js';
import { createSignInText, type SignInFields } from '../../src/protocol/sign-in-text.js';
import { encodeBase58 } from '../../src/util/base58.js';

export const MAIN = '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw';
export const SAVINGS = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';
export const STRANGER = 'FjPj8N9a7Kdgrj7MXdFjtFHrQmFWDPFjZkF2eZQwqirj';
export const MINT = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
export const NFT = 'CKfatsPMUf8SkiURsDXs7eK6GWb4Jsd6UDbs7twMCWxo';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkwyTDt1v';
export const TOKEN_ACCOUNT = 'BobBob2222222222222222222222222222222222222';
const THEIR_TOKEN_ACCOUNT = 'Carol3333333333333333333333333333333333333';

const accounts = [
  { address: MAIN, publicKey: new Uint8Array(32), label: 'Main' },
  { address: SAVINGS, publicKey: new Uint8Array(32), label: 'Savings' },
];

const dapp = { identity: { name: 'Example', uri: 'https://example.com' }, chain: 'solana:devnet' };

/** Creates a transaction that pays `lamports` to a stranger from an account that has 10 SOL. */
export function createPayment(
  lamports: bigint,
  changes: Partial<TransactionSummary> = {},
): TransactionSummary {
  const before = 10_000_000_000n;
  return {
    version: 0,
    feePayer: MAIN,
    instructions: [createInstruction({ text: 'Transfer SOL to FjPj…qirj' })],
    balanceChanges: [
      { address: MAIN, before, after: before - lamports - 5_000n },
      { address: STRANGER, before: 0n, after: lamports },
    ],
    tokenChanges: [],
    accounts: [
      { address: MAIN, isSigner: true, isWritable: true },
      { address: STRANGER, isSigner: false, isWritable: true },
    ],
    fee: 5_000n,
    priorityFee: 0n,
    computeUnits: 150n,
    logs: ['Program 11111111111111111111111111111111 success'],
    ...changes,
  };
}

export function createInstruction(changes: Partial<InstructionSummary> = {}): InstructionSummary {
  return {
    program: '11111111111111111111111111111111',
    programName: 'System',
    accounts: [MAIN, STRANGER],
    data: Uint8Array.of(2, 0, 0, 0),
    ...changes,
  };
}

/** Creates a transaction by which 250 of 1,000 tokens and an NFT leave an account. */
export function createTokenTransfer(): TransactionSummary {
  const token = (change: Partial<TokenChange>): TokenChange => ({
    address: TOKEN_ACCOUNT,
    owner: MAIN,
    mint: MINT,
    before: 1_000_000_000n,
    after: 750_000_000n,
    decimals: 6,
    name: 'Gold',
    ...change,
  });
  const nft = { mint: NFT, decimals: 0, isNft: true, name: 'Ape #12' };
  return createPayment(0n, {
    instructions: [
      createInstruction({
        program: TOKEN_PROGRAM,
        programName: 'Token',
        text: 'Transfer 250 of token 7xKX…gAsU to Caro…3333',
        inner: [createInstruction({ text: 'Transfer 0.001 SOL to FjPj…qirj' })],
        fields: [['amount', '250000000']],
      }),
    ],
    balanceChanges: [{ address: MAIN, before: 10_000_000_000n, after: 9_999_975_000n }],
    tokenChanges: [
      token({}),
      token({ address: THEIR_TOKEN_ACCOUNT, owner: STRANGER, before: 0n, after: 250_000_000n }),
      token({ ...nft, before: 1n, after: 0n }),
      token({ ...nft, owner: STRANGER, before: 0n, after: 1n }),
    ],
    priorityFee: 20_000n,
    fee: 25_000n,
  });
}

/** What MAIN has of a token, and the token itself. */
const TOKENS: readonly TokenHolding[] = [
  {
    address: TOKEN_ACCOUNT,
    mint: USDC,
    amount: 1_000_000_000n,
    decimals: 6,
    name: 'USD Coin',
    symbol: 'USDC',
  },
  { address: USDC, mint: USDC, amount: 0n, decimals: 6, name: 'USD Coin', symbol: 'USDC' },
];

/** Creates a transaction by which MAIN gives rights away, and only the fee leaves. */
export function createGiving(
  rights: readonly Right[],
  changes: Partial<TransactionSummary> = {},
): TransactionSummary {
  const instructions = rights.map((right) =>
    createInstruction({ text: 'Give a right away', warnings: [warnOfRight(right, [MAIN], '1.5')] }),
  );
  const balanceChanges = [{ address: MAIN, before: 10_000_000_000n, after: 9_999_995_000n }];
  return createPayment(0n, { instructions, balanceChanges, tokens: TOKENS, ...changes });
}

/** Creates a payment of 250 USDC to a stranger, whose token account it opens. */
export function createOpeningPayment(): TransactionSummary {
  const usdc = { mint: USDC, decimals: 6, name: 'USD Coin', symbol: 'USDC' };
  return createPayment(0n, {
    instructions: [
      createInstruction({
        program: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
        programName: 'Associated Token',
        text: 'Create account for token EPjF…Dt1v of FjPj…qirj',
        accounts: [MAIN, THEIR_TOKEN_ACCOUNT, STRANGER, USDC],
        data: Uint8Array.of(1),
      }),
      createInstruction({ text: 'Transfer 250 of token EPjF…Dt1v to Caro…3333' }),
    ],
    balanceChanges: [
      { address: MAIN, before: 10_000_000_000n, after: 9_997_955_720n },
      { address: THEIR_TOKEN_ACCOUNT, before: 0n, after: 2_039_280n },
    ],
    tokenChanges: [
      { ...usdc, address: TOKEN_ACCOUNT, owner: MAIN, before: 1_000_000_000n, after: 750_000_000n },
      { ...usdc, address: THEIR_TOKEN_ACCOUNT, owner: STRANGER, before: 0n, after: 250_000_000n },
    ],
  });
}

/** Creates a swap of 1 SOL for 152.34 USDC, with a pool of a stranger. */
export function createSwap(): TransactionSummary {
  const usdc = { mint: USDC, decimals: 6, name: 'USD Coin', symbol: 'USDC' };
  return createPayment(1_000_000_000n, {
    instructions: [createInstruction({ program: STRANGER, programName: 'Pool', text: 'Swap' })],
    tokenChanges: [
      { ...usdc, address: TOKEN_ACCOUNT, owner: MAIN, before: 0n, after: 152_340_000n },
      { ...usdc, address: THEIR_TOKEN_ACCOUNT, owner: STRANGER, before: 900_000_000n, after: 747_660_000n },
    ],
  });
}

/** Creates a request to sign and send transactions. */
export function createSendRequest(summaries: readonly TransactionSummary[], id = 1): ApprovalRequest {
  const transactions = summaries.map((summary) => ({ wire: new Uint8Array(), summary }));
  return { ...dapp, id, type: 'sign-and-send-transactions', transactions };
}

/** Creates a request to sign messages by the first account. */
export function createMessagesRequest(messages: readonly Uint8Array[], id = 1): ApprovalRequest {
  return { ...dapp, id, type: 'sign-messages', addresses: [MAIN], messages };
}

/** Creates a request to sign in by the first account. */
export function createSignInRequest(fields: SignInFields, id = 1): ApprovalRequest {
  const text = createSignInText(fields);
  return { ...dapp, id, type: 'sign-in', accounts, address: MAIN, defaultAddresses: [MAIN], text };
}

/** Creates a request to connect. A wallet with more than the usual two accounts has `count` of them. */
export function createAuthorizeRequest(id = 1, count = 0): ApprovalRequest {
  const more = Array.from({ length: Math.max(count - accounts.length, 0) }, (_, index) => ({
    address: encodeBase58(new Uint8Array(32).fill(index + 100)),
    publicKey: new Uint8Array(32).fill(index + 100),
    label: `Account ${index + 3}`,
  }));
  const all = [...accounts, ...more];
  return { ...dapp, id, type: 'authorize', accounts: all, defaultAddresses: [MAIN], features: [] };
}

/** What else the page knows. Without it, one session is open, and the chain is a test. */
export type StateOptions = Readonly<{ sessions?: number; isTest?: boolean }>;

/** Returns the state with these requests, as the page reads it. */
export function encodeState(
  requests: readonly ApprovalRequest[],
  { sessions = 1, isTest = true }: StateOptions = {},
): string {
  const state: ApprovalState = { app: 'Mock wallet', accounts, isTest, launch: 1, sessions, requests };
  return stringifyTagged(state);
}
