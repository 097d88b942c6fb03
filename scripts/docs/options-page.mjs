import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export const OPTIONS_PAGE = 'docs/texts-and-quirks.md';

const HEAD = `# Texts and quirks

Two options have many names. This page lists them. \`node scripts/docs/check.mjs options --write\` writes it from the source.
`;

/** @param {string} text */
const cell = (text) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');

/**
 * Returns the page that lists the texts of the dialogs and the quirks of the mock wallet.
 *
 * @param {string} root the repository's folder
 */
export function makeOptionsPage(root) {
  const read = (/** @type {string} */ path) =>
    ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const texts = ['src/dialogs/texts.ts', 'src/dialogs/scan-texts.ts'].flatMap((path) =>
    listTexts(read(path)),
  );
  return `${HEAD}
## Texts of the dialogs

\`dialogs: { texts: { … } }\` of \`registerMobileWallet\` replaces any of them. A text of several lines is shown here with \`/\`.

| text | in English |
|---|---|
${texts.map(([name, text = '']) => `| \`${name}\` | ${cell(text.split('\n').join(' / '))} |`).join('\n')}

## Quirks of the mock wallet

\`quirks\` is an option and a setting of the mock wallet. The defaults are those of the reference Android wallet library.

| quirk | |
|---|---|
${listQuirks(read('mock/src/wallet/quirks.ts'))
  .map(([name, text = '']) => `| \`${name}\` | ${cell(text)} |`)
  .join('\n')}

## Habits of the reference library that the mock wallet does not have

${listDifferences(read('mock/src/wallet/quirks.ts'))}
`;
}

/**
 * Returns the list in the docstring of the reference library's quirks.
 *
 * @param {ts.SourceFile} source
 */
function listDifferences(source) {
  const statement = source.statements.find(
    (node) =>
      ts.isVariableStatement(node) &&
      node.declarationList.declarations[0]?.name.getText() === 'REFERENCE_QUIRKS',
  );
  const [comment] = statement ? ts.getJSDocCommentsAndTags(statement) : [];
  const text = comment && ts.isJSDoc(comment) ? (ts.getTextOfJSDocComment(comment.comment) ?? '') : '';
  return text.slice(text.indexOf('- ')).replace(/\n +/g, ' ');
}

/** @param {ts.SourceFile} source */
function listTexts(source) {
  /** @type {string[][]} */
  const texts = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer)) {
      texts.push([node.name.getText(), node.initializer.text]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** @param {ts.SourceFile} source */
function listQuirks(source) {
  /** @type {string[][]} */
  const quirks = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isPropertySignature(node)) {
      const [comment] = ts.getJSDocCommentsAndTags(node);
      const text = comment && ts.isJSDoc(comment) ? ts.getTextOfJSDocComment(comment.comment) : '';
      quirks.push([node.name.getText(), text ?? '']);
      return;
    }
    ts.forEachChild(node, visit);
  };
  const type = source.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === 'Quirks',
  );
  if (type) visit(type);
  return quirks;
}
