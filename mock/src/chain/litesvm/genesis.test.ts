import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeBase64, encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
} from '../../../../test/support/chain.js';
import { readProgram } from '../../../../test/support/programs.js';
import { createLiteSvmChain } from '../litesvm-chain.js';

const folder = mkdtempSync(join(tmpdir(), 'genesis-'));
const program = await createAddress();
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe('a chain with programs and accounts of one’s own', () => {
  it('runs a program from its file, also after a reset', async () => {
    const file = write('memo.so', await readProgram(createLiteSvmChain(), MEMO_PROGRAM));
    const chain = createLiteSvmChain({ programs: [{ address: program, file }] });
    for (let round = 0; round < 2; round++) {
      const payer = await createFundedSigner(chain);
      const call = { programAddress: program, data: encodeUtf8('mine') };
      const summary = await chain.describeTransaction(await createSigned(chain, payer, [call]));
      expect(summary.error).toBeUndefined();
      expect(summary.logs).toContain(`Program ${program} success`);
      await chain.sendTransaction(await createSigned(chain, payer, [call]));
      chain.reset();
    }
  });

  it('has accounts, given or from files of `solana account`, also after a reset', async () => {
    const [given, filed, moved, owner] = await Promise.all(Array.from({ length: 4 }, createAddress));
    const account = {
      lamports: 2_000_000,
      data: [encodeBase64(Uint8Array.of(1, 2)), 'base64'],
      owner,
      executable: false,
      rentEpoch: 18446744073709551615n.toString(),
      space: 2,
    };
    const file = write('account.json', JSON.stringify({ pubkey: filed, account }));
    const chain = createLiteSvmChain({
      accounts: [{ address: given ?? '', lamports: 5n }, { file }, { file, address: moved ?? '' }],
    });
    for (let round = 0; round < 2; round++) {
      expect(chain.getBalance(given ?? '')).toBe(5n);
      for (const address of [filed, moved]) {
        const { value } = (await chain.rpc('getAccountInfo', [address, { encoding: 'base64' }])) as {
          value: unknown;
        };
        expect(value).toMatchObject({ lamports: 2_000_000n, owner, data: account.data, executable: false });
      }
      chain.reset();
    }
  });

  it.each([
    [
      'a program without a file',
      { programs: [{ address: SYSTEM_PROGRAM, file: 'none.so' }] },
      'none.so cannot be read',
    ],
    [
      'a program without an address',
      { programs: [{ address: 'mine', file: 'none.so' }] },
      '"mine" is not the address of a program',
    ],
    ['an account without a file', { accounts: [{ file: 'none.json' }] }, 'none.json cannot be read'],
  ])('refuses %s in one sentence', (_, options, text) => {
    expect(() => createLiteSvmChain(options)).toThrow(text);
  });

  it('refuses files with something else in them', async () => {
    const text = write('text', 'hello');
    expect(() => createLiteSvmChain({ programs: [{ address: program, file: text }] })).toThrow(
      `${text} is not a program that LiteSVM can load`,
    );
    expect(() => createLiteSvmChain({ accounts: [{ file: text }] })).toThrow(
      `${text} is not what \`solana account --output json\` prints`,
    );
  });
});
