import type { DefaultTheme } from 'vitepress';

// What the site's search finds, and in which order.

/**
 * Searches for sections with all words first, then for those with any. Replaces the theme's search, with its
 * names. If all words must be there, a synonym stands for its word, in place of beside it.
 */
export const ALL_THEN_ANY = `[...new Map([
  ...index.search(filterTextValue, {
    combineWith: 'AND',
    processTerm: (term) => [theme.value.search.options.miniSearch.options.processTerm(term)].flat().at(-1),
  }),
  ...index.search(filterTextValue),
].map((found) => [found.id, found])).values()]`;

export const searchOptions: DefaultTheme.LocalSearchOptions = {
  detailedView: true,
  translations: { modal: { noResultsText: 'Nothing found for' } },
  // Words that people search for, where the text below has others: `<!-- search: … -->`. Leaves out pages that
  // say so, as the theme does without this function.
  _render: (text, env, md) => {
    const html = md.render(text.replace(/<!-- search: (.*?) -->/gs, '¶$1¶'), env);
    return env.frontmatter?.search === false ? '' : html;
  },
  // These functions go into each page as text, so they use nothing from outside.
  miniSearch: {
    options: {
      fields: ['title', 'titles', 'text', 'words'],
      extractField: (section, field) =>
        field === 'words' ? (/¶(.*?)¶/s.exec(section.text)?.[1] ?? '') : section[field],
      // Leaves out the words that make a question, and the endings of the others, and adds the word that
      // stands for those of the same meaning.
      processTerm: (term) => {
        const word = term.toLowerCase();
        if (
          /^(?:an?|am|and|are|as|at|be|by|can|cannot|do|does|for|from|get|has|have|how|i|if|in|is|its?|me|my|need|of|on|or|should|so|that|the|then|there|this|to|use|was|we|what|when|where|which|why|will|with|your?)$/.test(
            word,
          )
        )
          return null;
        const stem = word.replace(/ies$/, 'y').replace(/(?<=.{3})(?:e?s|ed?|ing)$/, '');
        const synonyms = {
          size: 'big large small heavy weight weigh kb mb byte kilobyte',
          twice: 'double doubl duplicat twic',
          several: 'many multiple multipl',
          decline: 'reject refus deny declin dismiss',
          pay: 'payment buy purchas',
          limit: 'timeout expir',
          switch: 'chang replac select',
          disconnect: 'logout',
          iphone: 'ios ipad safari',
          desktop: 'computer laptop mac',
          tap: 'press click',
          colour: 'color',
          server: 'jwt backend',
          sponsor: 'gasles',
          network: 'cluster chain',
          frame: 'iframe ifram',
        };
        const found = Object.entries(synonyms).find(([, words]) => words.split(' ').includes(stem));
        return found ? [stem, found[0]] : stem;
      },
    },
    searchOptions: {
      // Only the last word may be half written.
      prefix: (term, index, terms) => index === terms.length - 1 && term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      weights: { prefix: 0.5, fuzzy: 0.2 },
      boost: { title: 3, titles: 2, words: 4 },
      // Guides come first, and what is for contributors, or names a symbol, last.
      boostDocument: (id: string, term: string) => {
        // So long a word is the name of an export.
        if (id.startsWith('/docs/api/')) return term.length > 14 ? 3 : 0.35;
        if (/^\/docs\/(?:guides\/|what-works)/.test(id)) return 2;
        return /^\/(?:e2e|test|bench|docs\/(?:contributing|decisions)|mock\/ARCH|ARCH|CONTRIB|CHANGE)/.test(
          id,
        )
          ? 0.5
          : 1;
      },
    },
  },
};
