import { createFaultsPage } from './faults.js';
import { createQuirksPage, describeQuirks } from './quirks.js';
import { createTextsPage } from './texts.js';

/** The pages of the site that are made from data, by their names. */
export const PAGES: Readonly<Record<string, () => string>> = {
  faults: createFaultsPage,
  quirks: createQuirksPage,
  texts: createTextsPage,
};

export { describeQuirks };
