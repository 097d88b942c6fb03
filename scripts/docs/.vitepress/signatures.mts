/** What is used of markdown-it's tokens. */
type Token = Readonly<{
  type: string;
  tag: string;
  content: string;
  children: readonly Token[] | null;
  attrGet(name: string): string | null;
}>;

/** Makes a block of code a signature of the reference: without a button, and with links to the names that the page has. */
export function linkNames(html: string, tokens: readonly Token[], index: number): string {
  const headings = tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open' || token.tag !== 'h3') return [];
    const texts = (tokens[at + 1]?.children ?? []).filter(({ type }) => type === 'text');
    const name = texts.map(({ content }) => content).join('');
    return [{ name: name.trim().replace('()', ''), id: token.attrGet('id'), at }];
  });
  const own = headings.findLast(({ at }) => at < index);
  const ids = new Map(headings.filter((heading) => heading !== own).map(({ name, id }) => [name, id]));
  return html
    .replace('class="', 'class="signature ')
    .replace(/<button.*?<\/button>|<span class="lang">.*?<\/span>/g, '')
    .replace(/(?<=>)[^<]+/g, (text) =>
      text.replace(/\b[A-Z]\w+/g, (name) =>
        ids.has(name) ? `<a href="#${ids.get(name)}">${name}</a>` : name,
      ),
    );
}
