import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCES = ['../../src', '../../mock/src'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);
const EXPORTED = /^export (?:async )?(?:function|const|class|type) (\w+)/;
const files = SOURCES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
).filter((file) => /\.ts$/.test(file) && !/\.(test|d)\.ts$/.test(file));

/** Names of exported declarations without a docstring right above them. */
function getUndocumented(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const name = EXPORTED.exec(line)?.[1];
    const above = lines[index - 1]?.trim() ?? '';
    return name !== undefined && !above.endsWith('*/') ? [name] : [];
  });
}

describe('docstrings', () => {
  it('are missed where they are missing', () => {
    expect(getUndocumented('/** Does. */\nexport function a() {}\nexport const b = 1;')).toEqual(['b']);
  });

  it.each(files.map((file) => [relative(process.cwd(), file), file]))(
    'stand above every exported declaration of %s',
    (_, file) => {
      expect(getUndocumented(readFileSync(file, 'utf8'))).toEqual([]);
    },
  );
});
