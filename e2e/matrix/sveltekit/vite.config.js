import { sveltekit } from '@sveltejs/kit/vite';
import { mockWallet } from 'mock-mobile-wallet/vite';

export default { plugins: [sveltekit(), mockWallet()] };
