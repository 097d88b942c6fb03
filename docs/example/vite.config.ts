import react from '@vitejs/plugin-react';
import { mockWallet } from 'mock-mobile-wallet/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [react(), mockWallet()] });
