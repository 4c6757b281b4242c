import { isDeepStrictEqual } from 'node:util';
import { alternatives, isClosed, listed, resolved } from './wire-schema.ts';
import type { Definitions, Place, Schema } from './wire-schema.ts';

interface OperationShape extends Schema {
  input: Schema;
  output: Schema;
}

type Shape = OperationShape | Schema;

/** `libs/contracts/wire-snapshot.json`: every subject with its shapes. */
export type Wire = Readonly<Record<string, unknown>> & { readonly $defs: Definitions };

/** A pair of schemas: values of `sent` reach a reader of `read`. */
interface Pair {
  sent: Place;
  read: Place;
  /** True if the reader does not validate: it needs the fields that it knows, and their types. */
  lenient: boolean;
  path: string;
  /** The references being compared, because a schema may contain itself. */
  open: ReadonlySet<string>;
}

/** Lists, in words, what a service of the released version and one of this version would not understand of each other. */
export function incompatibilities(released: Wire, now: Wire): string[] {
  const subjects = Object.keys(released).filter((subject) => !subject.startsWith('$'));
  return subjects.flatMap((subject) => {
    const [before, after] = [released[subject] as Shape, now[subject] as Shape | undefined];
    if (!after) return [`${subject} is gone, and the released version uses it`];
    const compare = (from: [Schema, Wire], to: [Schema, Wire], lenient = false) =>
      problems({
        sent: { schema: from[0], definitions: from[1].$defs },
        read: { schema: to[0], definitions: to[1].$defs },
        lenient,
        path: subject,
        open: new Set(),
      });
    if (!isOperation(before) || !isOperation(after)) return compare([after, now], [before, released]);
    return [
      ...compare([before.input, released], [after.input, now]).map((text) => `input of ${text}`),
      ...compare([after.output, now], [before.output, released], true).map((text) => `output of ${text}`),
    ];
  });
}

const isOperation = (shape: Shape): shape is OperationShape => 'input' in shape && 'output' in shape;

/** Finds places at which the reader would refuse or miss a part of a message. */
function problems(pair: Pair): string[] {
  const references = `${pair.sent.schema.$ref ?? ''} ${pair.read.schema.$ref ?? ''}`;
  if (references.length > 1) {
    if (pair.open.has(references)) return [];
    return between({ ...pair, open: new Set([...pair.open, references]) });
  }
  return between(pair);
}

/** Each alternative that is sent must be readable, by one of the same kind if there is one. */
function between(pair: Pair): string[] {
  const readable = alternatives(pair.read);
  return alternatives(pair.sent).flatMap((sent) => {
    const ofKind = readable.filter((read) => isSameKind(sent, read));
    const found = (ofKind.length > 0 ? ofKind : readable).map((read) => ofOne({ ...pair, sent, read }));
    return found.some((one) => one.length === 0)
      ? []
      : (found.toSorted((a, b) => a.length - b.length)[0] ?? []);
  });
}

/** True if no field has different constant values in both, such as the type of a property. */
function isSameKind(sent: Place, read: Place): boolean {
  const valuesOf = ({ schema, definitions }: Place) => listed(resolved({ schema, definitions }));
  const known = resolved(read).properties ?? {};
  return Object.entries(resolved(sent).properties ?? {}).every(([name, schema]) => {
    const own = valuesOf({ ...sent, schema });
    const others = valuesOf({ ...read, schema: known[name] ?? {} });
    return own?.length !== 1 || others?.length !== 1 || isDeepStrictEqual(own, others);
  });
}

function ofOne(pair: Pair): string[] {
  const [sent, read] = [resolved(pair.sent), resolved(pair.read)];
  return [
    ...typeProblems(sent, read),
    ...(pair.lenient ? [] : [...valueProblems(sent, read), ...limitProblems(sent, read)]),
  ]
    .map((text) => `${pair.path} ${text}`)
    .concat(fieldProblems(pair, sent, read), itemProblems(pair, sent, read));
}

function typeProblems(sent: Schema, read: Schema): string[] {
  const fits =
    read.type === undefined ||
    read.type === sent.type ||
    (read.type === 'number' && sent.type === 'integer') ||
    (sent.type === undefined && (listed(sent) ?? []).length > 0);
  return fits ? [] : [`is ${sent.type ?? 'anything'} where ${read.type ?? ''} is read`];
}

function valueProblems(sent: Schema, read: Schema): string[] {
  const known = listed(read);
  if (!known) return [];
  const unknown = listed(sent)?.filter((value) => !known.some((one) => isDeepStrictEqual(one, value)));
  if (!unknown) return ['may be any value where some are read'];
  return unknown.map((value) => `may be ${JSON.stringify(value)}, which is not read`);
}

const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];
const SAME = ['pattern', 'format', 'uniqueItems', 'propertyNames'];

function limitProblems(sent: Schema, read: Schema): string[] {
  if (listed(sent)) return [];
  const tighter = (keyword: string, isTighter: (one: number, other: number) => boolean) => {
    const limit = read[keyword];
    if (typeof limit !== 'number') return false;
    const own = sent[keyword];
    return typeof own !== 'number' || isTighter(limit, own);
  };
  const wrong = [
    ...LEAST.filter((keyword) => tighter(keyword, (limit, own) => limit > own)),
    ...MOST.filter((keyword) => tighter(keyword, (limit, own) => limit < own)),
    ...SAME.filter(
      (keyword) => read[keyword] !== undefined && !isDeepStrictEqual(read[keyword], sent[keyword]),
    ),
    ...(areMultiples(sent, read) ? [] : ['multipleOf']),
  ];
  return wrong.map((keyword) => `is read with ${keyword} ${JSON.stringify(read[keyword])}`);
}

/** True if every number that is sent is a multiple of what is read. */
function areMultiples({ multipleOf: sent }: Schema, { multipleOf: read }: Schema): boolean {
  if (typeof read !== 'number') return true;
  return typeof sent === 'number' && Math.abs(sent / read - Math.round(sent / read)) < 1e-9 && sent >= read;
}

function fieldProblems(pair: Pair, sent: Schema, read: Schema): string[] {
  const { path } = pair;
  const fields = sent.properties ?? {};
  const missing = (read.required ?? []).filter((name) => !sent.required?.includes(name));
  const further = Object.keys(fields).filter((name) => isClosed(read) && !(name in (read.properties ?? {})));
  const inside = Object.entries(fields).flatMap(([name, schema]) => {
    const known = read.properties?.[name];
    return known ? problems(inner(pair, { sent: schema, read: known, path: `${path}.${name}` })) : [];
  });
  return [
    ...missing.map((name) => `${path}.${name} may be missing where it is required`),
    ...further.map((name) => `${path}.${name} is sent and refused`),
    ...inside,
  ];
}

/** Problems of lists, and of records whose names are values. */
function itemProblems(pair: Pair, sent: Schema, read: Schema): string[] {
  const ofList = sent.items && read.items ? [{ sent: sent.items, read: read.items }] : [];
  const [one, other] = [sent.additionalProperties, read.additionalProperties];
  const ofRecord = typeof one === 'object' && typeof other === 'object' ? [{ sent: one, read: other }] : [];
  return [...ofList, ...ofRecord].flatMap((schemas) =>
    problems(inner(pair, { ...schemas, path: `${pair.path}[]` })),
  );
}

const inner = (pair: Pair, part: { sent: Schema; read: Schema; path: string }): Pair => ({
  ...pair,
  path: part.path,
  sent: { ...pair.sent, schema: part.sent },
  read: { ...pair.read, schema: part.read },
});
