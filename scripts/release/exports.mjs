import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

// Prints the file of each import of both packages, and what it exports by its built declarations. A name that
// has a value and a type is listed as a value. Fails for declarations that need a package which a dapp may
// not find.

for (const folder of ['../..', '../../mock'].map((path) => join(import.meta.dirname, path))) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, exports } = manifest;
  const known = Object.keys({ [name]: '', ...manifest.dependencies, ...manifest.peerDependencies });
  const modules = Object.entries(exports).filter(([, { types }]) => types);
  const rootNames = modules.map(([, { types }]) => join(folder, types));
  const program = ts.createProgram(rootNames, {
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
  });
  const checker = program.getTypeChecker();
  const declarations = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(join(folder, 'dist/')));
  for (const { fileName, text } of declarations) {
    for (const [, needed] of text.matchAll(/(?:from|import\()\s*['"]((?:@[^'"/]+\/)?[^'"/.][^'"/]*)/g)) {
      const isKnown = known.includes(needed) || needed.startsWith('node:');
      if (!isKnown) throw new Error(`${fileName} needs ${needed}, which is no dependency of ${name}`);
    }
  }
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
