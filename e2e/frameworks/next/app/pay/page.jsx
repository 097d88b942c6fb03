'use client';

export { PayButton as default } from '../../lib/pay-button';
