import { afterAll, expect, describe as group, it } from 'vitest';
import { createFundedSigner, createUnsigned, startChain } from '../../../../test/support/chain.js';
import { createInstruction, PROGRAM } from '../../../../test/support/instructions.js';
import { createClusterChain } from '../../chain/cluster-chain.js';
import { createLiteSvmChain } from '../../chain/litesvm-chain.js';
import type { WalletChain } from '../chain.js';
import { readIdls } from './idl-programs.js';

const IDL = {
  address: PROGRAM,
  metadata: { name: 'counter', version: '0.1.0', spec: '0.1.0' },
  instructions: [
    {
      name: 'count_up',
      discriminator: [1, 2, 3, 4, 5, 6, 7, 8],
      accounts: [],
      args: [{ name: 'steps', type: 'u8' }],
    },
  ],
};

const running = await startChain();
afterAll(() => running.close());

group('the summary of a transaction', () => {
  it.each([
    ['LiteSVM', async (): Promise<WalletChain> => createLiteSvmChain({ idls: await readIdls([IDL]) })],
    [
      'a cluster',
      async (): Promise<WalletChain> => createClusterChain(running.url, { idls: await readIdls([IDL]) }),
    ],
  ])('describes by an IDL on %s', async (_, createChain) => {
    const payer = await createFundedSigner(running.chain);
    const instruction = createInstruction(PROGRAM, [payer.address], [1, 2, 3, 4, 5, 6, 7, 8, 3]);
    const wire = await createUnsigned(running.chain, payer.address, [instruction]);
    const { describeTransaction, describeTransactions } = await createChain();
    const described = {
      instructions: [{ programName: 'Counter', text: 'Count up', fields: [['Steps', '3']] }],
    };
    expect(await describeTransaction(wire)).toMatchObject(described);
    expect((await describeTransactions?.([wire]))?.[0] ?? described).toMatchObject(described);
  });
});
