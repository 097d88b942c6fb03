import { showWalletFrame } from 'mock-mobile-wallet/page-frame';

showWalletFrame();
