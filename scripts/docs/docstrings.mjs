const DOCSTRING = /^([ \t]*)\/\*\*[\s\S]*?\*\//gm;

/**
 * Returns a source's docstrings as a page of Markdown. Each line has the number that it has in the source, and everything
 * outside docstrings is empty.
 *
 * @param {string} source
 */
export function readDocstrings(source) {
  let end = 0;
  const parts = [...source.matchAll(DOCSTRING)].map((match) => {
    const before = source.slice(end, match.index).replace(/[^\n]/g, '');
    end = match.index + match[0].length;
    const lines = match[0].replace(/\s*\*\/$/, '').split('\n');
    return before + lines.map((line) => line.replace(/^\s*\/?\*{1,2} ?/, '')).join('\n');
  });
  return parts.join('');
}
