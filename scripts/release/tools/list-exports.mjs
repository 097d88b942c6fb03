import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

// Prints the file of each import of a package, and what it exports by its built declarations. A name that has a value and
// a type is listed as a value. Usage: node list-exports.mjs <the package's folder>

const [folder = '.'] = process.argv.slice(2);
const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const entries = Object.entries(exports).map(([path, target]) => ({ path: join(name, path), ...target }));
const modules = entries.filter(({ types }) => types !== undefined);
const program = ts.createProgram({
  rootNames: modules.map(({ types }) => join(folder, types)),
  options: {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    noEmit: true,
  },
});
const checker = program.getTypeChecker();

/** @param {ts.Symbol} symbol */
function describe(symbol) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  // An export whose declaration is missing would silently become `any` in a dapp.
  if (target.escapedName === 'unknown') throw new Error(`${symbol.name} has no declaration`);
  return `${target.flags & ts.SymbolFlags.Value ? 'value' : 'type '} ${symbol.name}`;
}

for (const { path, types, ...files } of modules) {
  const source = program.getSourceFile(join(folder, types));
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${types} is no module`);
  const names = checker.getExportsOfModule(module).map(describe);
  process.stdout.write(
    [`${path} ${JSON.stringify(files)}`, ...names.sort().map((line) => `  ${line}`), '', ''].join('\n'),
  );
}
