import ts from 'typescript';

/**
 * @typedef {import('./blocks.mjs').Problem} Problem
 * @typedef {Readonly<{ file: string, type: string }>} Target the source of a public type, and its name
 */

/** How deep options are looked for within options. */
const MAX_DEPTH = 3;

/**
 * Finds the options of public types that have no docstring, or that no document names as code.
 *
 * @param {readonly Target[]} targets
 * @param {Readonly<{ root: string, compilerOptions: ts.CompilerOptions, code: readonly string[] }>} context `code` is what documents
 *   set as code
 * @returns {Readonly<{ problems: readonly Problem[], count: number }>}
 */
export function checkOptions(targets, { root, compilerOptions, code }) {
  const program = ts.createProgram(
    [...new Set(targets.map(({ file }) => `${root}/${file}`))],
    compilerOptions,
  );
  const checker = program.getTypeChecker();
  const named = new Set(code.flatMap((text) => text.match(/[\w$]+/g) ?? []));
  /** @type {Problem[]} */
  const problems = [];
  /** @type {Set<ts.Declaration>} */
  const seen = new Set();
  const visit = (/** @type {string} */ path, /** @type {ts.Type} */ type, /** @type {number} */ depth) => {
    for (const part of type.isUnion() ? type.types : [type]) {
      for (const property of checker.getPropertiesOfType(part)) {
        const declaration = property.declarations?.[0];
        if (!declaration || seen.has(declaration) || !isOwn(declaration, root)) continue;
        seen.add(declaration);
        const { line } = ts.getLineAndCharacterOfPosition(
          declaration.getSourceFile(),
          declaration.getStart(),
        );
        const at = { page: declaration.getSourceFile().fileName.replace(`${root}/`, ''), line: line + 1 };
        const name = `${path}.${property.name}`;
        if (property.getDocumentationComment(checker).length === 0 && !isText(declaration))
          problems.push({ ...at, message: `${name} has no docstring` });
        if (!named.has(property.name))
          problems.push({ ...at, message: `no document names the option ${name}` });
        const inner = checker.getNonNullableType(checker.getTypeOfSymbol(property));
        const isOptions = inner.getCallSignatures().length === 0 && !checker.isArrayLikeType(inner);
        if (isOptions && depth < MAX_DEPTH) visit(name, inner, depth + 1);
      }
    }
  };
  for (const { file, type } of targets) {
    const source = program.getSourceFile(`${root}/${file}`);
    const alias = source?.statements.find(
      (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === type,
    );
    if (alias && ts.isTypeAliasDeclaration(alias)) visit(type, checker.getTypeAtLocation(alias.name), 0);
    else problems.push({ page: file, line: 1, message: `there is no type ${type}` });
  }
  return { problems, count: seen.size };
}

/**
 * Whether an option is a text with a default, which says what it is for.
 *
 * @param {ts.Declaration} declaration
 */
function isText(declaration) {
  return ts.isPropertyAssignment(declaration) && ts.isStringLiteralLike(declaration.initializer);
}

/**
 * @param {ts.Declaration} declaration
 * @param {string} root
 */
function isOwn(declaration, root) {
  const { fileName } = declaration.getSourceFile();
  return fileName.startsWith(root) && !fileName.includes('/node_modules/');
}

/**
 * Finds the flags of a command that no document names.
 *
 * @param {string} page the command's source
 * @param {string} usage its text for `--help`
 * @param {readonly string[]} code what documents set as code
 * @returns {Readonly<{ problems: readonly Problem[], count: number }>}
 */
export function checkFlags(page, usage, code) {
  const flags = [...new Set(usage.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? [])];
  const missing = flags.filter(
    (flag) => !code.some((text) => new RegExp(`(?<![\\w-])${flag}(?![\\w-])`).test(text)),
  );
  const problems = missing.map((flag) => ({ page, line: 1, message: `no document names the flag ${flag}` }));
  return { problems, count: flags.length };
}
