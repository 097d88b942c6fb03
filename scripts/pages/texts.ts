import { APP_LIST_TEXTS } from '../../src/dialogs/app-list-texts.js';
import { SCAN_TEXTS } from '../../src/dialogs/scan-texts.js';
import { DEFAULT_TEXTS } from '../../src/dialogs/texts.js';
import { toTable } from './table.js';

/** Returns the page that lists all texts of the dialogs. */
export function createTextsPage(): string {
  const texts = Object.entries({ ...DEFAULT_TEXTS, ...SCAN_TEXTS, ...APP_LIST_TEXTS });
  return [
    '# Texts of the dialogs',
    '',
    '`dialogs: { texts: { … } }` of `registerMobileWallet` replaces any of them. A text of several lines is shown',
    'here with `/`.',
    '',
    ...toTable(
      ['text', 'in English'],
      texts.map(([name, text]) => [`\`${name}\``, text.replaceAll('|', '\\|').replaceAll('\n', ' / ')]),
    ),
    '',
  ].join('\n');
}
