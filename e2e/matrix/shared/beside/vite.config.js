import { mockWallet } from 'mock-mobile-wallet/vite';

export default { plugins: [mockWallet()] };
