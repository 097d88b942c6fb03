import { ReflectionKind } from 'typedoc';
import ts from 'typescript';

// How the reference shows a signature: as its author wrote it, with a link to the source beside its name.

/** @import { Reflection } from 'typedoc' */
/** @import { MarkdownThemeContext } from 'typedoc-plugin-markdown' */

/**
 * Returns the code that declares something, without its body, or `undefined` if its type is inferred.
 *
 * @param {ts.Node} node
 */
export function getCode(node) {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  const indent = /^ */.exec(file.text.slice(file.getPositionOfLineAndCharacter(line, 0)))?.[0] ?? '';
  return (
    getDeclaration(node)
      ?.replace(/^(?:(?:export|declare|async) )+/, '')
      .replaceAll(`\n${indent}`, '\n')
      .replace(/^( *)\/\*\*([\s\S]*?)\*\/$/gm, (_, start, comment) => `${start}//${join(comment).trimEnd()}`)
      // A name that is a constant of the same file.
      .replace(/\[([A-Z_]+)\](?=: )/g, (_, name) => file.text.match(`const ${name} = (.+);`)?.[1] ?? name)
      .replace(/[;,\s]+$/, '')
  );
}

/** Writes a comment in one line, which ends where there is room for it. @param {string} comment */
const join = (comment) =>
  comment
    .replace(/\s*\n *\* ?/g, ' ')
    .replace(/\{@link (\S+?)\}/g, '`$1`')
    .replace(/ +/g, ' ');

/** @param {ts.Node} node */
function getDeclaration(node) {
  const getUntil = (/** @type {ts.Node | undefined} */ body) =>
    node.getText().slice(0, body && body.getStart() - node.getStart());
  if (ts.isVariableDeclaration(node)) {
    const { name, type, initializer } = node;
    if (type) return `const ${name.getText()}: ${type.getText()}`;
    if (!initializer || !ts.isArrowFunction(initializer)) return undefined;
    return `const ${getUntil(initializer.body).replace(/\s*=>\s*$/, '')}`;
  }
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)
    ? getUntil(node.body)
    : node.getText();
}

/**
 * Lets a page of the reference show signatures by their code. Of parameters, it has only what the code does
 * not say.
 *
 * @param {MarkdownThemeContext} context
 * @param {ReadonlyMap<Reflection, string>} codes
 */
export function showCode(context, codes) {
  const { partials, helpers } = context;
  const { memberTitle, signatureTitle, declarationTitle } = partials;
  const show = (/** @type {string | undefined} */ code, /** @type {() => string} */ getOther) =>
    code === undefined ? getOther() : `\`\`\`ts signature\n${code}\n\`\`\``;
  Object.assign(partials, {
    /** A long name is broken between its words. @type {typeof memberTitle} */
    memberTitle: (model) => memberTitle(model).replace(/(?<=[a-z])(?=[A-Z])/g, '<wbr>'),
    /** @type {typeof signatureTitle} */
    signatureTitle(model, options) {
      const isOverloaded = (model.parent.signatures?.length ?? 0) > 1;
      return show(isOverloaded ? undefined : codes.get(model.parent), () => signatureTitle(model, options));
    },
    /** @type {typeof declarationTitle} */
    declarationTitle(model) {
      const { type } = model;
      // Its members are listed below it, with their comments.
      const isListed = type?.type === 'reflection' && type.declaration.children !== undefined;
      const code = codes.get(model);
      return show(isListed ? code?.replace(/^ *\/\/.*\n/gm, '') : code, () => declarationTitle(model));
    },
    /** @type {typeof partials.sources} */
    sources(model) {
      const source = model.sources?.[0];
      const owner = model.kind === ReflectionKind.CallSignature ? model.parent?.parent : model.parent;
      // A member stands near the name that it belongs to.
      if (!source?.url || owner?.kind !== ReflectionKind.Module) return '';
      const path = `${source.fileName}:${source.line}`;
      return `<p class="source"><a href="${source.url}" title="${path}" aria-label="Source: ${path}">Source</a></p>`;
    },
    /** @type {typeof partials.signature} */
    signature(model, { headingLevel, hideTitle, nested, multipleSignatures }) {
      const comment = model.comment ?? (multipleSignatures ? undefined : model.parent.comment);
      const describe = (/** @type {'summary' | 'tags'} */ part) =>
        comment &&
        partials.comment(comment, {
          headingLevel,
          showSummary: part === 'summary',
          showTags: part === 'tags',
        });
      const described = (model.parameters ?? []).filter((parameter) => parameter.comment);
      const parameters = described.map(
        ({ name, comment }) => `- \`${name}\`: ${comment && helpers.getCommentParts(comment.summary)}`,
      );
      const returned = comment?.getTag('@returns');
      return [
        hideTitle ? '' : partials.signatureTitle(model),
        nested ? '' : partials.sources(model),
        describe('summary'),
        parameters.join('\n'),
        returned && `**Returns** ${helpers.getCommentParts(returned.content)}`,
        describe('tags'),
      ]
        .filter(Boolean)
        .join('\n\n');
    },
  });
  return context;
}

/** Puts the link to a source before its signature, so that it is beside the name. @param {string} page */
export const moveSources = (page) =>
  page.replace(
    /^(```ts signature\n(?:(?!```)[\s\S])*```|> .*)\n\n(<p class="source">.*<\/p>)$/gm,
    '$2\n\n$1',
  );
