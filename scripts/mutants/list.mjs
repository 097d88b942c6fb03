import { parseSync } from 'vite';

/**
 * @typedef {import('vite').ESTree.Node} Node
 * @typedef {Readonly<{ key: string, line: number, start: number, end: number, text: string }>} Change
 * @typedef {Change & Readonly<{ isStatement: boolean }>} Mutant A small change of a file. Its `key` names it,
 * also when other lines have changed. Its `text` stands in place of the code from `start` to `end`, and is
 * empty for a statement that is left out
 */

/** @type {Readonly<Record<string, string>>} */
const OTHER_OPERATOR = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '&': '|', '|': '&', '<<': '>>', '>>': '<<' },
  ...{ '+=': '-=', '-=': '+=', '??=': '=', '++': '--', '--': '++' },
};

/**
 * Lists the mutants of a TypeScript file. Texts stay as they are, because nearly all of this code are for
 * people, or names that TypeScript checks.
 *
 * @param {string} path relative to the repository, with `/` @param {string} code
 * @returns {readonly Mutant[]}
 */
export function listMutants(path, code) {
  const { program, errors } = parseSync(path, code);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  /** @type {Mutant[]} */
  const found = [];
  /** @type {Map<string, number>} */
  const seen = new Map();

  /** @param {Node} node @param {string} text @param {boolean} [isStatement] */
  const add = ({ start, end }, text, isStatement = false) => {
    const change = `${path}: ${shorten(code.slice(start, end))} → ${shorten(text) || 'nothing'}`;
    const count = (seen.get(change) ?? 0) + 1;
    seen.set(change, count);
    const key = count > 1 ? `${change} (${count})` : change;
    found.push({ key, line: code.slice(0, start).split('\n').length, start, end, isStatement, text });
  };
  /** @param {Node} node */
  const read = ({ start, end }) => code.slice(start, end);
  /** @param {Node} left @param {string} operator @param {Node} right @returns {string | undefined} */
  const swap = (left, operator, right) => {
    const other = OTHER_OPERATOR[operator];
    return other && `${read(left)} ${other} ${read(right)}`;
  };

  /** @param {Node} node @param {Node | undefined} parent */
  const visit = (node, parent) => {
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        add(node.test, 'true');
        add(node.test, 'false');
        break;
      case 'WhileStatement':
        add(node.test, 'false');
        break;
      case 'LogicalExpression':
        add(node, read(node.left));
        if (node.operator !== '??') add(node, read(node.right));
        break;
      case 'BinaryExpression':
      case 'AssignmentExpression': {
        const text = swap(node.left, node.operator, node.right);
        if (text) add(node, text);
        break;
      }
      case 'UpdateExpression': {
        const other = OTHER_OPERATOR[node.operator] ?? '';
        add(node, node.prefix ? `${other}${read(node.argument)}` : `${read(node.argument)}${other}`);
        break;
      }
      case 'UnaryExpression':
        if (node.operator === '!') add(node, read(node.argument));
        break;
      case 'AwaitExpression':
        add(node, read(node.argument));
        break;
      case 'Literal':
        if (typeof node.value === 'boolean') add(node, String(!node.value));
        break;
      case 'ArrayExpression':
        if (node.elements.length > 0) add(node, '[]');
        break;
      case 'ArrowFunctionExpression':
        if (node.body.type !== 'BlockStatement') add(node.body, 'undefined');
        break;
      case 'ChainExpression':
        if (parent?.type === 'UnaryExpression') break;
        for (const at of findOptional(node.expression)) {
          const dot = /[\w#]/.test(code[at + 2] ?? '') ? '.' : '';
          add(node, code.slice(node.start, at) + dot + code.slice(at + 2, node.end));
        }
        break;
      case 'ExpressionStatement':
      case 'ReturnStatement':
      case 'ThrowStatement':
        add(node, '', true);
        break;
    }
    for (const child of getChildren(node)) visit(child, node);
  };

  /** Finds each `?.` of a chain. @param {Node} node @returns {readonly number[]} */
  const findOptional = (node) => {
    if (node.type === 'TSNonNullExpression') return findOptional(node.expression);
    if (node.type !== 'MemberExpression' && node.type !== 'CallExpression') return [];
    const before = node.type === 'MemberExpression' ? node.object : node.callee;
    return [...findOptional(before), ...(node.optional ? [code.indexOf('?.', before.end)] : [])];
  };

  visit(program, undefined);
  return found;
}

/** The parts of a node that do something, so neither types nor names. @param {Node} node @returns {Node[]} */
function getChildren(node) {
  return Object.entries(node)
    .filter(([name]) => name !== 'typeAnnotation' && name !== 'returnType' && name !== 'source')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((child) => typeof child?.type === 'string' && !/^TS(?!As|NonNull|Satisfies)/.test(child.type));
}

/** @param {string} text */
function shorten(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-27)}` : line;
}

/**
 * Returns the code with mutants in it, each of which acts only while `globalThis.isMutant(id)` says so. An id
 * is a number and its mutant.
 *
 * @param {string} code @param {readonly (readonly [id: number, mutant: Mutant])[]} mutants
 */
export function insertMutants(code, mutants) {
  const insertions = mutants.flatMap(([id, { start, end, isStatement, text }]) => {
    const isOn = `globalThis.isMutant?.(${id})`;
    const [before, after] = isStatement ? [`{ if (!${isOn}) `, ' }'] : [`(${isOn} ? (${text}) : `, ')'];
    const length = end - start;
    return [
      { at: start, order: code.length - length, text: before },
      { at: end, order: length - code.length, text: after },
    ];
  });
  // At one place, what is inside ends first, and what is outside begins first.
  insertions.sort((a, b) => a.at - b.at || a.order - b.order);
  let mutated = '';
  let last = 0;
  for (const { at, text } of insertions) {
    mutated += code.slice(last, at) + text;
    last = at;
  }
  return mutated + code.slice(last);
}
