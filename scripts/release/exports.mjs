import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

// Prints the file of each import of both packages, and what it exports by its built declarations. A name that has a value and
// a type is listed as a value.

for (const folder of ['../..', '../../mock'].map((path) => join(import.meta.dirname, path))) {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const modules = Object.entries(exports).filter(([, { types }]) => types);
  const rootNames = modules.map(([, { types }]) => join(folder, types));
  const program = ts.createProgram(rootNames, {
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
  });
  const checker = program.getTypeChecker();
  for (const [path, { types, ...files }] of modules) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(join(folder, types)));
    const lines = checker.getExportsOfModule(module).map((symbol) => {
      const { flags, escapedName } =
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      // An export whose declaration is missing would silently become `any` in a dapp.
      if (escapedName === 'unknown') throw new Error(`${symbol.name} has no declaration`);
      return `  ${flags & ts.SymbolFlags.Value ? 'value' : 'type '} ${symbol.name}\n`;
    });
    process.stdout.write(`${join(name, path)} ${JSON.stringify(files)}\n${lines.sort().join('')}\n`);
  }
}
