/** The parts of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  [keyword: string]: unknown;
}

interface Media {
  schema?: Schema;
}

interface Operation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

export interface Document {
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: object;
}

type Direction = 'sent' | 'answered';

/** Every difference that can break a caller who was written for the document `before`, in words. */
export function breakingChanges(before: Document, after: Document): string[] {
  const compare = comparison(before, after);
  return [
    ...operationsOf(before.paths).flatMap(([name, operation]) => {
      const now = operationsOf(after.paths).find(([other]) => other === name)?.[1];
      return now ? compare.operation(name, operation, now) : [`${name} is gone`];
    }),
    ...operationsOf(before.webhooks).flatMap(([name, operation]) => {
      const now = operationsOf(after.webhooks).find(([other]) => other === name)?.[1];
      return now ? compare.event(name, operation, now) : [`the event ${name} is gone`];
    }),
  ];
}

const operationsOf = (paths: Document['paths'] = {}): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

/** Upper bounds may not sink, lower ones not rise. */
const UPPER = ['maxLength', 'maximum', 'maxItems', 'exclusiveMaximum'];
const LOWER = ['minLength', 'minimum', 'minItems', 'exclusiveMinimum'];

function comparison(before: Document, after: Document) {
  const resolve = <T extends { $ref?: string }>(document: Document, value: T): T =>
    value.$ref === undefined ? value : resolve(document, at<T>(document, value.$ref));

  function operation(name: string, old: Operation, now: Operation): string[] {
    const isRenamed = old.operationId !== undefined && old.operationId !== now.operationId;
    return [
      ...(isRenamed ? [`${name} is named ${String(now.operationId)} instead of ${old.operationId}`] : []),
      ...parameters(name, old, now),
      ...body(name, old, now),
      ...answers(name, old, now),
    ];
  }

  function parameters(name: string, old: Operation, now: Operation): string[] {
    const listed = (document: Document, { parameters: all = [] }: Operation) =>
      all
        .map((one) => resolve(document, one))
        .map((one) => [`${one.in} parameter ${one.name}`, one] as const);
    const known = new Map(listed(before, old));
    const present = new Map(listed(after, now));
    const added = [...present]
      .filter(([key, { required }]) => required === true && !known.has(key))
      .map(([key]) => `${name} requires the new ${key}`);
    const changed = [...known].flatMap(([key, one]) => {
      const other = present.get(key);
      if (!other) return [`${name} does not take the ${key} any more`];
      const stricter = other.required === true && one.required !== true;
      return [
        ...(stricter ? [`${name} requires the ${key}`] : []),
        ...schemas(`${name}: the ${key}`, one.schema, other.schema, 'sent'),
      ];
    });
    return [...added, ...changed];
  }

  function body(name: string, old: Operation, now: Operation): string[] {
    const was = old.requestBody;
    const is = now.requestBody;
    if (!was) return is?.required === true ? [`${name} requires a body`] : [];
    if (!is) return [`${name} does not take a body any more`];
    const stricter = is.required === true && was.required !== true ? [`${name} requires a body`] : [];
    return [...stricter, ...media(`${name}: the body`, was.content, is.content, 'sent')];
  }

  function answers(name: string, old: Operation, now: Operation): string[] {
    return Object.entries(old.responses)
      .filter(([status]) => /^[23]/.test(status))
      .flatMap(([status, answer]) => {
        const other = now.responses[status];
        if (!other) return [`${name} does not answer ${status} any more`];
        const [was, is] = [resolve(before, answer).content, resolve(after, other).content];
        return media(`${name}: the answer ${status}`, was, is, 'answered');
      });
  }

  /** What a receiver is sent is read by the customer, like an answer. */
  function event(name: string, old: Operation, now: Operation): string[] {
    return media(`the event ${name}`, old.requestBody?.content, now.requestBody?.content, 'answered');
  }

  function media(
    what: string,
    old: Record<string, Media> | undefined,
    now: Record<string, Media> | undefined,
    direction: Direction,
  ): string[] {
    return Object.entries(old ?? {}).flatMap(([type, { schema }]) => {
      const other = now?.[type];
      return other ? schemas(what, schema, other.schema, direction) : [`${what} is not ${type} any more`];
    });
  }

  function schemas(
    what: string,
    was: Schema | undefined,
    is: Schema | undefined,
    direction: Direction,
  ): string[] {
    if (!was || !is) return [];
    const [old, now] = [resolve(before, was), resolve(after, is)];
    if (old.anyOf || now.anyOf) return choices(what, old.anyOf ?? [old], now.anyOf ?? [now], direction);
    if (String(old.type) !== String(now.type))
      return [`${what} is ${String(now.type)} instead of ${String(old.type)}`];
    return [
      ...(direction === 'sent' ? narrower(what, old, now) : []),
      ...properties(what, old, now, direction),
      ...schemas(`an item of ${what}`, old.items, now.items, direction),
    ];
  }

  /** Every shape that was possible must still be. */
  function choices(what: string, old: Schema[], now: Schema[], direction: Direction): string[] {
    return old.flatMap((shape) => {
      const attempts = now.map((other) => schemas(what, shape, other, direction));
      return attempts.sort((a, b) => a.length - b.length)[0] ?? [];
    });
  }

  function properties(what: string, old: Schema, now: Schema, direction: Direction): string[] {
    const named = (field: string) => `${what}, field ${field}`;
    const removed = Object.keys(old.properties ?? {})
      .filter((field) => now.properties?.[field] === undefined)
      .map((field) => `${named(field)} is gone`);
    const [from, to] = direction === 'sent' ? [old, now] : [now, old];
    const stricter = (to.required ?? [])
      .filter((field) => from.required?.includes(field) !== true)
      .filter((field) => now.properties?.[field] !== undefined)
      .map((field) => `${named(field)} ${direction === 'sent' ? 'is required' : 'may be missing'}`);
    const changed = Object.entries(old.properties ?? {}).flatMap(([field, schema]) =>
      schemas(named(field), schema, now.properties?.[field], direction),
    );
    return [...removed, ...stricter, ...changed];
  }

  return { operation, event };
}

function narrower(what: string, old: Schema, now: Schema): string[] {
  const gone = valuesOf(old)?.filter((value) => valuesOf(now)?.includes(value) === false) ?? [];
  const limited = (keywords: readonly string[], sign: 1 | -1) =>
    keywords.flatMap((keyword) => {
      const [was, is] = [old[keyword], now[keyword]];
      if (typeof is !== 'number' || (typeof was === 'number' && sign * is >= sign * was)) return [];
      return [`${what} has the new ${keyword} ${String(is)}`];
    });
  const patterned = now.pattern !== undefined && now.pattern !== old.pattern;
  return [
    ...gone.map((value) => `${what} does not take ${String(value)} any more`),
    ...(valuesOf(now) && !valuesOf(old) ? [`${what} takes only listed values`] : []),
    ...limited(UPPER, 1),
    ...limited(LOWER, -1),
    ...(patterned ? [`${what} has the new pattern ${String(now.pattern)}`] : []),
  ];
}

const valuesOf = (schema: Schema): unknown[] | undefined =>
  schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);

function at<T>(document: Document, pointer: string): T {
  return pointer
    .replace('#/', '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], document) as T;
}
