import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A property as the sources of the fuzz tests write it: its name and its share in percent. */
const PROPERTY = /\bfuzz\(\s*'([^']*)',\s*(\d+),/g;

it('the shares of all properties are at least all of the cases that `npm run test:long` asks for', () => {
  const shares = readdirSync(import.meta.dirname)
    .filter((path) => path.endsWith('.fuzz.test.ts'))
    .flatMap((path) => [...readFileSync(`${import.meta.dirname}/${path}`, 'utf8').matchAll(PROPERTY)])
    .map(([, , share]) => Number(share));
  expect(shares.length).toBeGreaterThan(10);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeGreaterThanOrEqual(100);
});
