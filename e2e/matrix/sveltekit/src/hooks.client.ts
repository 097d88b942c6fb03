import './lib/wallet';
