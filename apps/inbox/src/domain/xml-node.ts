/** An element by its local name; prefixes, attributes and comments do not matter to anyone here. */
export interface XmlNode {
  name: string;
  /** The text directly inside, CDATA included. */
  text: string;
  children: readonly XmlNode[];
}

/** The children of that name, in document order. */
export const childrenOf = (node: XmlNode, name: string): XmlNode[] =>
  node.children.filter((child) => child.name === name);

/** The trimmed text of the first child of that name that has any. */
export function textOf(node: XmlNode, name: string): string | undefined {
  return childrenOf(node, name)
    .map(({ text }) => text.trim())
    .find((text) => text !== '');
}

/** Every element of that name at any depth, in document order. */
export const allOf = (node: XmlNode, name: string): XmlNode[] =>
  node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...allOf(child, name)]);
