/** Attributes by name. `true` sets an empty one; `false` and `undefined` set none. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

export type Child = Node | string | undefined;

/** Creates an HTML element. Children that are `undefined` are left out. */
export function createElement<TTag extends keyof HTMLElementTagNameMap>(
  tag: TTag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[TTag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

let lastId = 0;

/** Returns an id that no other element of the page has. */
export function createId(prefix: string): string {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
