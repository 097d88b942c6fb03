/** The parts of a line of TypeScript that are coloured. */
const PARTS =
  /(?<comment>\/\/.*|\/\*[\s\S]*?\*\/)|(?<string>'[^']*')|\b(?<keyword>async|await|catch|const|export|from|function|if|import|new|return|throw|try|type|undefined)\b/g;

/** Cuts code into parts, each with what it is; `undefined` for what has the colour of all text. */
export function highlight(code: string): readonly (readonly [kind: string | undefined, part: string])[] {
  const parts: [string | undefined, string][] = [];
  let end = 0;
  for (const { 0: part, index, groups = {} } of code.matchAll(PARTS)) {
    parts.push([undefined, code.slice(end, index)]);
    parts.push([Object.keys(groups).find((kind) => groups[kind] !== undefined), part]);
    end = index + part.length;
  }
  return [...parts, [undefined, code.slice(end)]];
}
