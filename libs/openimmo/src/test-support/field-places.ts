import sax from 'sax';

/** An element or an attribute of a type: `kueche/@EBK`. */
interface Node {
  type: string;
  path: string;
}

/** The type of an object of a package, with which the paths of fields begin. */
const OBJECT = 'Estate';

/** The paths of each field that a schema names in `api:fields`, in the order of the schema. */
export function fieldPlaces(schema: string): Map<string, string[]> {
  const nodes: (Node & { fields: readonly string[] })[] = [];
  /** The first element of each type. */
  const elements = new Map<string, Node>();
  let type = '';
  const steps: (string | undefined)[] = [];
  const parser = sax.parser(true);
  parser.onopentag = ({ name: tag, attributes }) => {
    const given = attributes as Readonly<Record<string, string | undefined>>;
    const { name = '' } = given;
    if (tag === 'xs:complexType' && name !== '') type = name;
    steps.push(stepOf(tag, name));
    const node = { type, path: steps.filter((step) => step !== undefined).join('/') };
    const fields = given['api:fields']?.split(' ');
    if (fields) nodes.push({ ...node, fields });
    const own = given['type'];
    if (own !== undefined && !elements.has(own)) elements.set(own, node);
  };
  parser.onclosetag = () => void steps.pop();
  parser.write(schema).close();
  const places = new Map<string, string[]>();
  for (const { fields, ...node } of nodes) {
    const path = pathIn(node, elements);
    for (const field of fields) places.set(field, [...(places.get(field) ?? []), path]);
  }
  return places;
}

function stepOf(tag: string, name: string): string | undefined {
  if (tag === 'xs:element') return name;
  return tag === 'xs:attribute' ? `@${name}` : undefined;
}

/** @throws Error for a type without an element */
function pathIn({ type, path }: Node, elements: ReadonlyMap<string, Node>): string {
  if (type === OBJECT) return path;
  const parent = elements.get(type);
  if (parent === undefined) throw new Error(`no element has the type ${type}`);
  return `${pathIn(parent, elements)}/${path}`;
}
