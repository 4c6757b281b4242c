import { XMLParser } from 'fast-xml-parser';

type Node = string | { [name: string]: Node | Node[] };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Done below: the parser leaves numeric references as they are.
  processEntities: false,
  ignoreDeclaration: true,
  isArray: (name) => name === 'anhang',
});

/** A document for an importer: values by a path such as `geo/land/@iso_land` below `immobilie`. */
export class ReadDocument {
  readonly #object: Node;
  readonly #asked = new Set<string>();

  constructor(bytes: Buffer) {
    const charset = /encoding="([\w-]+)"/.exec(bytes.toString('latin1'))?.[1] ?? 'utf-8';
    const { openimmo } = parser.parse(new TextDecoder(charset, { fatal: true }).decode(bytes)) as {
      openimmo: { anbieter: { immobilie: Node } };
    };
    this.#object = openimmo.anbieter.immobilie;
  }

  text(path: string): string | undefined {
    this.#asked.add(path);
    return textAt(this.#object, path);
  }

  /** The paths of values that were not read. */
  unread(): string[] {
    return valuesIn(this.#object, '').filter((path) => !this.#asked.has(path));
  }

  number(path: string): number | undefined {
    const text = this.text(path);
    return text === undefined ? undefined : Number(text);
  }

  flag(path: string): boolean | undefined {
    const text = this.text(path);
    return text === undefined ? undefined : text === 'true';
  }

  /** The names of an element's attributes that are true. */
  trueOf(path: string): string[] {
    const node = at(this.#object, path);
    if (typeof node !== 'object' || Array.isArray(node)) return [];
    for (const name of Object.keys(node)) this.#asked.add(`${path}/${name}`);
    return Object.entries(node).flatMap(([name, value]) => (value === 'true' ? [name.slice(1)] : []));
  }

  /** The name of the only child of an element. */
  childOf(path: string): string | undefined {
    const node = at(this.#object, path);
    if (node === undefined || typeof node === 'string' || Array.isArray(node)) return undefined;
    const [name, ...others] = Object.keys(node).filter((key) => !key.startsWith('@') && key !== '#text');
    return others.length === 0 ? name : undefined;
  }

  attachments() {
    this.#asked.add('anhaenge/anhang');
    const nodes = at(this.#object, 'anhaenge/anhang');
    return (Array.isArray(nodes) ? nodes : []).map((node) => ({
      location: textAt(node, '@location'),
      group: textAt(node, '@gruppe'),
      title: textAt(node, 'anhangtitel'),
      format: textAt(node, 'format'),
      path: textAt(node, 'daten/pfad'),
    }));
  }
}

/** The paths of all texts and attributes. */
function valuesIn(node: Node | Node[], path: string): string[] {
  if (typeof node === 'string') return node.trim() === '' ? [] : [path];
  if (Array.isArray(node)) return [path];
  return Object.entries(node).flatMap(([name, inner]) =>
    valuesIn(inner, name === '#text' ? path : path === '' ? name : `${path}/${name}`),
  );
}

function at(node: Node | Node[] | undefined, path: string): Node | Node[] | undefined {
  return path
    .split('/')
    .reduce<Node | Node[] | undefined>(
      (current, name) => (typeof current === 'object' && !Array.isArray(current) ? current[name] : undefined),
      node,
    );
}

function textAt(node: Node, path: string): string | undefined {
  const found = at(node, path);
  const text = typeof found === 'object' && !Array.isArray(found) ? found['#text'] : found;
  return typeof text === 'string' ? decoded(text) : undefined;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(
    /&(?:#(\d+)|(\w+));/g,
    (_, number, name) => ENTITIES[name as string] ?? String.fromCodePoint(Number(number)),
  );
