import { expect, it } from 'vitest';
import { createClusterPhoneChain } from './phone-chain.js';

it.each([
  ['https://api.devnet.solana.com', true],
  ['https://api.testnet.solana.com', true],
  ['https://devnet.rpc.example/?key=1', true],
  ['http://127.0.0.1:8899', true],
  ['http://localhost:8899', true],
  ['http://[::1]:8899', true],
  ['http://validator:8899', true],
  ['http://192.168.1.20:8899', true],
  ['http://172.18.0.2:8899', true],
  ['http://[fd00::1]:8899', true],
  ['http://8.8.8.8:8899', false],
  ['http://172.32.0.2:8899', false],
  ['http://[2001:4860::1]:8899', false],
  ['https://api.mainnet-beta.solana.com', false],
  ['https://mainnet.rpc.example/?key=1', false],
  ['https://solana-rpc.example', false],
])('the SOL of %s counts as worthless, so that it may be given away: %s', (url, isTest) => {
  expect(createClusterPhoneChain(url).airdrop !== undefined).toBe(isTest);
});
