// Lists the comments that run over the formatter's line width, because the formatter breaks only code.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, root, say } from './process.mjs';

const { formatter } = readJson('biome.json');
/** A line of a comment, but for those that speak to a tool, which reads one line. */
const COMMENT = /^\s*(\/\/|\/?\*)(?! biome-ignore)|\s\/\/ (?!biome-ignore)/;

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js', '*.css'], {
  cwd: root,
  encoding: 'utf8',
});
const found = files
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)))
  .flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split(/\r?\n/)
      .flatMap((line, index) =>
        COMMENT.test(line) && [...line].length > formatter.lineWidth ? [`${file}:${index + 1}`] : [],
      ),
  );
if (found.length > 0) {
  say(`These comments are longer than ${formatter.lineWidth} columns:\n${found.join('\n')}`);
  process.exitCode = 1;
}
