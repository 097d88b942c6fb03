import { mockWallet } from 'mock-mobile-wallet/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [mockWallet()] });
