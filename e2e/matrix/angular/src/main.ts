import { bootstrapApplication } from '@angular/platform-browser';
import { registerMobileWallet } from 'mobile-wallet-standard';
import { App } from './app';

registerMobileWallet({ identity: { name: 'Fresh dapp' } });
void bootstrapApplication(App);
