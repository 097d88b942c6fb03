/**
 * Returns a cell of a table that a bench has written between two comments with its name.
 *
 * @param {string} text bench/README.md
 * @param {string} section the bench's name
 * @param {string} row the text of the row's first cell, without its code marks
 * @param {string} column the head of the column
 */
export function readCell(text, section, row, column) {
  const [, inside = ''] = text.split(new RegExp(`<!-- /?${section} -->`));
  const lines = inside.split('\n').map(readRow);
  const index = lines.findIndex(([first], at) => first === row && getHead(lines, at).includes(column));
  return index < 0 ? undefined : lines[index]?.[getHead(lines, index).indexOf(column)];
}

/** @param {string} line */
function readRow(line) {
  if (!line.startsWith('|')) return [];
  return line
    .replace(/^\|\s*|\s*\|\s*$/g, '')
    .split(/\s*(?<!\\)\|\s*/)
    .map((cell) => cell.replaceAll('`', ''));
}

/**
 * Returns the first row of the table that a row belongs to.
 *
 * @param {readonly (readonly string[])[]} lines
 * @param {number} index
 */
function getHead(lines, index) {
  let first = index;
  while ((lines[first - 1]?.length ?? 0) > 0) first -= 1;
  return lines[first] ?? [];
}
