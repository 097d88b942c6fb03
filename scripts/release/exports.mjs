import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

// Prints the file of each import of both packages, and what it exports by its built declarations. A value is
// what the built module exports, too: a declaration may name a value of another package by its type alone.
// A name that has a value and a type is listed as a value. Fails for declarations that need a package which
// a dapp may not find.

for (const folder of ['../..', '../../mock'].map((path) => join(import.meta.dirname, path))) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, exports } = manifest;
  const known = Object.keys({ [name]: '', ...manifest.dependencies, ...manifest.peerDependencies });
  const modules = Object.entries(exports).filter(([, { types }]) => types);
  const rootNames = modules.flatMap(([, { types, default: code }]) => [
    join(folder, types),
    join(folder, code),
  ]);
  const program = ts.createProgram(rootNames, {
    allowJs: true,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
  });
  const checker = program.getTypeChecker();
  const getExports = (path) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(join(folder, path)));
    return checker.getExportsOfModule(module);
  };
  const declarations = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(join(folder, 'dist/')) && fileName.endsWith('.d.ts'));
  for (const { fileName, text } of declarations) {
    for (const [, needed] of text.matchAll(/(?:from|import\()\s*['"]((?:@[^'"/]+\/)?[^'"/.][^'"/]*)/g)) {
      const isKnown = known.includes(needed) || needed.startsWith('node:');
      if (!isKnown) throw new Error(`${fileName} needs ${needed}, which is no dependency of ${name}`);
    }
  }
  for (const [path, { types, ...files }] of modules) {
    const values = new Set(getExports(files.default).map(({ name }) => name));
    const lines = getExports(types).map((symbol) => {
      const { escapedName } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      // An export whose declaration is missing would silently become `any` in a dapp.
      if (escapedName === 'unknown') throw new Error(`${symbol.name} has no declaration`);
      return `  ${values.delete(symbol.name) ? 'value' : 'type '} ${symbol.name}\n`;
    });
    if (values.size > 0) throw new Error(`${join(name, path)} does not declare ${[...values].join(', ')}`);
    process.stdout.write(`${join(name, path)} ${JSON.stringify(files)}\n${lines.sort().join('')}\n`);
  }
}
