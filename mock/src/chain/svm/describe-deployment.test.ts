import {
  AccountRole,
  address,
  generateKeyPairSigner,
  getAddressEncoder,
  getProgramDerivedAddress,
} from '@solana/kit';
import { encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { expect, it } from 'vitest';
import {
  createFundedSigner,
  createSigned,
  getCreateAccount,
  MEMO_PROGRAM,
  SOL,
  SYSTEM_PROGRAM,
} from '../../../../test/support/chain.js';
import { readProgram } from '../../../../test/support/programs.js';
import { createLiteSvm } from '../litesvm/lite-svm.js';
import { createSvmChain } from './svm-chain.js';

const LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');
const { encode } = getAddressEncoder();

it('describes the deployment of a program, alone and in a batch, and does not deploy it', async () => {
  const svm = createLiteSvm();
  const chain = createSvmChain(svm);
  const payer = await createFundedSigner(chain, 5n * SOL);
  const program = await generateKeyPairSigner();
  const buffer = (await generateKeyPairSigner()).address;
  const [code] = await getProgramDerivedAddress({
    programAddress: LOADER,
    seeds: [encode(program.address)],
  });
  const elf = await readProgram(chain, MEMO_PROGRAM);
  svm.setAccount({
    address: buffer,
    owner: LOADER,
    lamports: SOL,
    data: Uint8Array.from([1, 0, 0, 0, 1, ...encode(payer.address), ...elf]),
    executable: false,
  });
  const deploy = {
    programAddress: LOADER,
    accounts: [
      { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
      { address: code, role: AccountRole.WRITABLE },
      { address: program.address, role: AccountRole.WRITABLE },
      { address: buffer, role: AccountRole.WRITABLE },
      { address: address('SysvarRent111111111111111111111111111111111'), role: AccountRole.READONLY },
      { address: address('SysvarC1ock11111111111111111111111111111111'), role: AccountRole.READONLY },
      { address: SYSTEM_PROGRAM, role: AccountRole.READONLY },
      { address: payer.address, role: AccountRole.READONLY_SIGNER },
    ],
    data: Uint8Array.from([2, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0]),
  };
  const create = await getCreateAccount(chain, payer.address, program, 36, LOADER);
  const wire = await createSigned(chain, payer, [create, deploy]);
  expect((await chain.describeTransaction(wire)).error).toBeUndefined();
  const call = { programAddress: program.address, data: encodeUtf8('not yet') };
  const used = await createSigned(chain, payer, [call]);
  const summaries = await chain.describeTransactions?.([wire, used]);
  expect(summaries?.[0]?.error).toBeUndefined();
  expect(svm.getAccount(program.address)).toBeUndefined();
  expect(svm.getAccount(code)).toBeUndefined();
  expect(svm.getAccount(buffer)?.lamports).toBe(SOL);
  expect((await chain.describeTransaction(used)).error).toBe(
    'This program may not be used for executing instructions',
  );
});
