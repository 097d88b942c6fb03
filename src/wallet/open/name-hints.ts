import { createInvalidArgumentError } from '../../util/errors.js';
import { reportError } from '../../util/report-error.js';

/** Reports names that are not `known`, each with the one that was perhaps meant. */
export function reportNames(unknown: readonly string[], known: readonly string[], path: string): void {
  for (const name of unknown) {
    // Other libraries name a chain so.
    const meant = name.replace(/cluster|network/i, 'chain');
    const likeness = known.map((other) => getLikeness(meant, other));
    const most = Math.max(...likeness);
    const nearest = known[likeness.indexOf(most)];
    const hint = most < 0.3 ? `use one of ${known.join(', ')}` : `did you mean \`${path}${nearest}\`?`;
    reportError(createInvalidArgumentError(path + name, `is not the name of an option: ${hint}`));
  }
}

/** Returns how much of two names is the same from their starts and from their ends: 1 or more if all. */
function getLikeness(one: string, other: string): number {
  const [letters, others] = [one, other].map((name) => [...name.toLowerCase()]) as [string[], string[]];
  const same = countSame(letters, others) + countSame(letters.reverse(), others.reverse());
  return same / Math.max(letters.length, others.length);
}

function countSame(letters: readonly string[], others: readonly string[]): number {
  const end = letters.findIndex((letter, index) => letter !== others[index]);
  return end < 0 ? letters.length : end;
}
