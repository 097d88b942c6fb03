import { expect, it, vi } from 'vitest';
import { insertMutants, listMutants } from './mutants/list.mjs';

/** @type {readonly (readonly [code: string, mutants: readonly string[]])[]} */
const CODE = [
  ['if (a) b();', ['a → true', 'a → false', 'b(); → nothing']],
  ['while (a) b();', ['a → false', 'b(); → nothing']],
  ['const c = a ? 1 : 2;', ['a → true', 'a → false']],
  ['const c = a && b;', ['a && b → a', 'a && b → b']],
  ['const c = a ?? b;', ['a ?? b → a']],
  ['const c = !(a < b);', ['!(a < b) → (a < b)', 'a < b → a <= b']],
  ['a += 1;', ['a += 1; → nothing', 'a += 1 → a -= 1']],
  ['a++;', ['a++; → nothing', 'a++ → a--']],
  [
    'const c = a?.b?.[0]?.(d);',
    ['a?.b?.[0]?.(d) → a.b?.[0]?.(d)', 'a?.b?.[0]?.(d) → a?.b[0]?.(d)', 'a?.b?.[0]?.(d) → a?.b?.[0](d)'],
  ],
  ['const c = () => [true];', ['[true] → undefined', '[true] → []', 'true → false']],
  ['const f = async () => { await a; return; };', ['await a; → nothing', 'await a → a', 'return; → nothing']],
  ['type A = { a: true }; const b = a as true; const c = "a";', []],
  ['a(); a();', ['a(); → nothing', 'a(); → nothing (2)']],
];

it.each(CODE)('lists the mutants of `%s`', (code, mutants) => {
  expect(listMutants('a.ts', code).map(({ key }) => key)).toEqual(mutants.map((mutant) => `a.ts: ${mutant}`));
});

it('inserts mutants that act one at a time, also inside others', () => {
  const code = "return (a, b) => { if (a && !b) return 'first'; return 'second'; }";
  const mutants = listMutants('a.ts', `(() => { ${code} })();`).filter(({ start, end }) => end - start < 40);
  const moved = mutants.map((mutant) => ({ ...mutant, start: mutant.start - 9, end: mutant.end - 9 }));
  const run = new Function(insertMutants(code, [...moved.entries()]))();
  /** @param {number} [active] */
  const runWith = (active) => {
    vi.stubGlobal('isMutant', (/** @type {number} */ id) => id === active);
    return run(true, true);
  };
  expect(runWith()).toBe('second');
  expect(mutants.map(({ key }, id) => [key.slice(6), runWith(id)])).toEqual([
    ['a && !b → true', 'first'],
    ['a && !b → false', 'second'],
    ['a && !b → a', 'first'],
    ['a && !b → !b', 'second'],
    ['!b → b', 'first'],
    ["return 'first'; → nothing", 'second'],
    ["return 'second'; → nothing", undefined],
  ]);
});
