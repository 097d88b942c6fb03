/**
 * What a page fetches: its bytes after gzip, its files, and the length of the longest chain of files of which
 * each is asked for by the one before it.
 */
export type Fetched = Readonly<{ bytes: number; files: number; levels: number }>;

/**
 * The most that a page with default options fetches until the end of a flow, in Chromium on a Pixel, and on a
 * computer to use another device. Bytes are slightly above what is measured. After a change here, `npm run
 * bench -- bundles` writes into `bench/README.md` what is measured.
 */
export const FLOW_BUDGETS = {
  register: { bytes: 5_830, files: 1, levels: 1 },
  'first visit on a public page': { bytes: 48_080, files: 3, levels: 3 },
  'connect and pay': { bytes: 40_680, files: 2, levels: 2 },
  'come back and pay': { bytes: 40_680, files: 2, levels: 2 },
  'sign in': { bytes: 40_680, files: 2, levels: 2 },
  'another device': { bytes: 57_120, files: 6, levels: 4 },
} satisfies Readonly<Record<string, Fetched>>;

export type FlowName = keyof typeof FLOW_BUDGETS;
