import react from '@vitejs/plugin-react';
import { mockWallet } from 'mock-mobile-wallet/vite';

export default { plugins: [react(), mockWallet()] };
