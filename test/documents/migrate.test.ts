import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { root } from '../../scripts/process.mjs';
import { getAccountAddress } from '../../src/transact/kit/index.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import { createPhone } from '../support/phone.js';
import { visit as visitByKit } from './migrate/kit-now.js';
import { visit } from './migrate/web3js-now.js';

// "The callback stays as it is", says the guide to migrating. In `migrate/`, callbacks use the published
// packages in each way that these document, and the compiler checks them with the import of either package.

const GUIDE = readFileSync(join(root, 'docs/guides/migrate.md'), 'utf8');
const read = (name: string): string => readFileSync(join(import.meta.dirname, 'migrate', name), 'utf8');
/** Returns the lines of a file without its imports, and the packages that these name. */
const split = (name: string) => {
  const [imports = '', ...rest] = read(name).split('\n\n');
  return { code: rest.join('\n\n'), packages: [...imports.matchAll(/from '([^']+)'/g)].map(([, at]) => at) };
};

it.each(['web3js', 'kit'])('only the import changes: %s', (flavour) => {
  const [before, now] = [split(`${flavour}-before.ts`), split(`${flavour}-now.ts`)];
  expect(now.code).toBe(before.code);
  const [published, ours] = [
    `@solana-mobile/mobile-wallet-adapter-protocol-${flavour}`,
    `mobile-wallet-standard/${flavour}`,
  ];
  expect(before.packages).toContain(published);
  expect(now.packages.sort()).toEqual(
    before.packages.map((name) => (name === published ? ours : name)).sort(),
  );
  expect(GUIDE).toContain(`| \`${published}\` | \`${ours}\` | The import.`);
});

it.each([
  'wallet-standard-mobile',
  'mobile-wallet-adapter-protocol',
  'mobile-wallet-adapter-protocol-web3js',
  'mobile-wallet-adapter-protocol-kit',
])('says what becomes of each export of %s', async (name) => {
  const names = Object.keys((await import(`@solana-mobile/${name}`)) as object);
  const missing = names.filter((exported) => !new RegExp(`\\b${exported}\\b`).test(GUIDE));
  expect(missing).toEqual([]);
  expect(names).not.toEqual([]);
});

const BLOCKHASH = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';
const STORED = { chain: 'solana:devnet' } as const;

it('the callback for web3.js does its work', async () => {
  const phone = await createPhone({ chain: ACCEPTING_CHAIN });
  const result = await visit(
    STORED,
    'confirmed',
    (payer) => {
      const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 1 });
      const message = new TransactionMessage({
        payerKey: payer,
        recentBlockhash: BLOCKHASH,
        instructions: [transfer],
      });
      return [
        new Transaction({ feePayer: payer, recentBlockhash: BLOCKHASH }).add(transfer),
        new VersionedTransaction(message.compileToV0Message()),
      ];
    },
    phone,
  );
  expect(result.message?.length).toBe(5 + 64);
  expect(result.fee?.toBase58()).toBe(phone.wallet.accounts[0]?.address);
  expect(result.signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
});

it('the callback for kit does its work, and a chain that does not exist is refused at run time', async () => {
  const build = (address: string) =>
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(getAccountAddress({ address }), message),
      (message) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: BLOCKHASH as Blockhash, lastValidBlockHeight: 7n },
          message,
        ),
      compileTransaction,
    );
  const phone = await createPhone({ chain: ACCEPTING_CHAIN });
  const { lifetime, signature } = await visitByKit(STORED, 'confirmed', build, phone);
  expect(lifetime).toEqual({ blockhash: BLOCKHASH, lastValidBlockHeight: 7n });
  expect(signature).toHaveLength(64);
  await expect(visitByKit({ chain: 'solana:moon' }, 'confirmed', build, phone)).toRejectWith(
    'INVALID_ARGUMENT',
    { argument: 'chain' },
  );
  await expect(visitByKit(STORED, 'soon', build, phone)).toRejectWith('INVALID_ARGUMENT', {
    argument: 'commitment',
  });
});
