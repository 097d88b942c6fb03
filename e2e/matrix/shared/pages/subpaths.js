import * as endpoint from 'mobile-wallet-standard/endpoint';
import * as kit from 'mobile-wallet-standard/kit';
import * as legacy from 'mobile-wallet-standard/legacy';
import * as payments from 'mobile-wallet-standard/payments';
import * as session from 'mobile-wallet-standard/session';
import * as web3js from 'mobile-wallet-standard/web3js';

globalThis.subpaths = Object.entries({ endpoint, kit, legacy, payments, session, web3js }).map(
  ([name, { transact, parseAssociationUri, findPayment }]) =>
    `${name}: ${typeof (transact ?? parseAssociationUri ?? findPayment)}`,
);
