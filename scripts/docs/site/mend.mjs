const SUMMARY = /<summary\b[\s\S]*?<\/summary>/g;
const PERMALINK = /<a\b[^>]*\btsd-anchor-icon\b[^>]*>[\s\S]*?<\/a>/g;
const HEADING = /<h([1-6])\b/g;

/**
 * Mends what axe finds in a page of TypeDoc's theme: landmarks without names, links within buttons, levels of headings that
 * leave one out, and empty heads of columns.
 *
 * @param {string} html
 */
export function mendPage(html) {
  const mended = html
    .replace('<div class="col-content">', '<main class="col-content">')
    .replace(
      /<\/div>(\s*)<div class="col-sidebar">/,
      '</main>$1<div class="col-sidebar" role="complementary" aria-label="Contents and settings">',
    )
    .replace('<nav id="tsd-sidebar-links"', '<nav id="tsd-sidebar-links" aria-label="Links"')
    .replace('<nav class="tsd-navigation"', '<nav aria-label="All pages" class="tsd-navigation"')
    .replace(/<th\b([^>]*)><\/th>/g, '<td$1></td>')
    .replace(SUMMARY, (summary) =>
      summary
        .replace(PERMALINK, '')
        .replace(/<a\b[^>]*>/g, '<span>')
        .replaceAll('</a>', '</span>'),
    );
  let level = 0;
  return mended.replace(HEADING, (heading, digit) => {
    level = Math.min(Number(digit), level + 1);
    return level === Number(digit) ? heading : `${heading} aria-level="${level}"`;
  });
}
