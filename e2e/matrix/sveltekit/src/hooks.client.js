import '../dapp.js';
