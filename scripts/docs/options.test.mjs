import { expect, it } from 'vitest';
import { withFolder } from './folder.mjs';
import { checkFlags, checkOptions } from './options.mjs';

const SOURCE = `
/** Options. */
export type Options = Partial<Inner> & Readonly<{
  /** How long. */
  delay?: number;
  secret?: string;
  /** More options. */
  more?: {
    /** Deep. */
    deep: boolean;
    bare: boolean;
  };
}>;
type Inner = {
  /** Inherited. */
  inherited(): void;
};
`;

/** @param {readonly string[]} code */
const check = (code) =>
  withFolder({ 'src/options.ts': SOURCE }, (root) =>
    checkOptions([{ file: 'src/options.ts', type: 'Options' }], {
      root,
      compilerOptions: { strict: true },
      code,
    }).problems.map(({ page, line, message }) => `${page}:${line}: ${message}`),
  );

it('reports options without a docstring, also those within options', async () => {
  expect(await check(['{ delay, secret, more: { deep, bare } }', 'inherited()'])).toEqual([
    'src/options.ts:6: Options.secret has no docstring',
    'src/options.ts:11: Options.more.bare has no docstring',
  ]);
});

it('reports options that no document names as code', async () => {
  expect(await check(['secret', '{ more: { deep, bare } }', 'delays'])).toEqual(
    expect.arrayContaining([
      'src/options.ts:5: no document names the option Options.delay',
      'src/options.ts:16: no document names the option Options.inherited',
    ]),
  );
});

it('reports flags that no document names as code', () => {
  const usage = '[--port N] [--auto-approve]\n  --port   the port; --cert';
  expect(checkFlags('cli.ts', usage, ['npx a --port 3', '--auto-approved']).problems).toEqual([
    { page: 'cli.ts', line: 1, message: 'no document names the flag --auto-approve' },
    { page: 'cli.ts', line: 1, message: 'no document names the flag --cert' },
  ]);
});
