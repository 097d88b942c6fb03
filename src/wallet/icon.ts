import type { WalletIcon } from '@wallet-standard/base';

/** A phone with a keyhole, drawn for this project: 24 × 24, readable on light and on dark. */
export const WALLET_ICON: WalletIcon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCI+PHJlY3Qgd2lkdGg9IjI0IiBoZWlnaHQ9IjI0IiByeD0iNiIgZmlsbD0iIzRmNDZlNSIvPjxyZWN0IHg9IjciIHk9IjMuNSIgd2lkdGg9IjEwIiBoZWlnaHQ9IjE3IiByeD0iMiIgZmlsbD0iI2ZmZiIvPjxwYXRoIGZpbGw9IiM0ZjQ2ZTUiIGQ9Ik0xMiA4LjVhMi4yNSAyLjI1IDAgMCAwLTEuMSA0LjJMMTAuNCAxNmgzLjJsLS41LTMuM0EyLjI1IDIuMjUgMCAwIDAgMTIgOC41WiIvPjwvc3ZnPg==';
