import { decodeBase64 } from 'mobile-wallet-standard/endpoint';
import { formatAmount, formatHex, formatNumber, formatSol, quoteText } from '../text.js';
import type { IdlNode } from './idl-nodes.js';

const MAX_LENGTH = 400;
const MAX_ITEMS = 20;

/** Returns the value of an argument for people. Long ones are cut. */
export function formatIdlValue(
  value: unknown,
  type: IdlNode | undefined,
  definedTypes: readonly IdlNode[],
): string {
  const text = format(value, type, definedTypes);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function format(value: unknown, type: IdlNode | undefined, definedTypes: readonly IdlNode[]): string {
  const formatItem = (item: unknown, itemType: IdlNode | undefined) => format(item, itemType, definedTypes);
  switch (type?.kind) {
    case 'definedTypeLinkNode':
      return formatItem(value, findByName(definedTypes, type.name));
    case 'publicKeyTypeNode':
      return String(value);
    case 'amountTypeNode':
      return formatWhole(value, (amount) =>
        [formatAmount(amount, type.decimals ?? 0), ...(type.unit ? [type.unit] : [])].join(' '),
      );
    case 'solAmountTypeNode':
      return formatWhole(value, formatSol);
    case 'dateTimeTypeNode':
      return formatWhole(value, formatTime);
    case 'structTypeNode':
      return formatMembers(value, (name) => findByName(type.fields, name)?.type, formatItem);
    case 'mapTypeNode':
      return formatMembers(value, () => type.value, formatItem);
    case 'enumTypeNode':
      return formatEnum(value, type, formatItem);
    default:
      // A node with a type inside says only how its bytes are laid out.
      return type?.type ? formatItem(value, type.type) : formatPlain(value, type, formatItem);
  }
}

function formatWhole(value: unknown, formatInteger: (value: bigint) => string): string {
  return typeof value === 'bigint' || Number.isInteger(value)
    ? formatInteger(BigInt(value as bigint | number))
    : String(value);
}

function formatTime(seconds: bigint): string {
  const time = new Date(Number(seconds) * 1_000);
  return Number.isNaN(time.getTime()) ? formatNumber(seconds) : time.toISOString();
}

type Format = (value: unknown, type: IdlNode | undefined) => string;

function formatPlain(value: unknown, type: IdlNode | undefined, formatItem: Format): string {
  if (typeof value === 'bigint') return formatNumber(value);
  if (typeof value === 'number') return Number.isInteger(value) ? formatNumber(value) : String(value);
  if (typeof value === 'string') return quoteText(value, MAX_LENGTH);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === undefined) return 'none';
  if (isBytes(value)) return `0x${formatHex(decodeBase64(value[1]), '')}`;
  if (Array.isArray(value)) {
    const items = value
      .slice(0, MAX_ITEMS)
      .map((item, index) => formatItem(item, type?.item ?? type?.items?.[index]));
    if (value.length > MAX_ITEMS) items.push(`… (${formatNumber(value.length)})`);
    return `[${items.join(', ')}]`;
  }
  if (isOption(value)) return value.__option === 'Some' ? formatItem(value.value, type?.item) : 'none';
  return formatMembers(value, () => undefined, formatItem);
}

/** Formats one of several variants: a number if none has content, or an object with the variant's name. */
function formatEnum(value: unknown, { variants = [] }: IdlNode, formatItem: Format): string {
  if (typeof value === 'number') return variants[value]?.name ?? String(value);
  const { __kind: kind, ...content } = value as Readonly<{ __kind: string; fields?: unknown }>;
  const variant = variants.find(({ name }) => name?.toLowerCase() === kind.toLowerCase());
  if (Object.keys(content).length === 0) return kind;
  return `${kind} ${variant?.tuple ? formatItem(content.fields, variant.tuple) : formatItem(content, variant?.struct)}`;
}

function formatMembers(
  value: unknown,
  getType: (name: string) => IdlNode | undefined,
  formatItem: Format,
): string {
  const members = Object.entries(value as object).map(
    ([name, member]) => `${name}: ${formatItem(member, getType(name))}`,
  );
  return `{ ${members.join(', ')} }`;
}

function findByName(nodes: readonly IdlNode[] = [], name: string | undefined): IdlNode | undefined {
  return nodes.find((node) => node.name === name);
}

function isBytes(value: unknown): value is readonly ['base64', string] {
  return Array.isArray(value) && value.length === 2 && value[0] === 'base64' && typeof value[1] === 'string';
}

function isOption(value: object): value is Readonly<{ __option: 'Some' | 'None'; value?: unknown }> {
  return '__option' in value;
}
