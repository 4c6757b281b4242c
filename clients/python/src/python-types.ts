/** The parts of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

type Schemas = Readonly<Record<string, Schema>>;

interface Field {
  schema: Schema;
  isRequired: boolean;
}

const HEADER = `"""The types of the API, generated from its OpenAPI document."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

`;

/** A Python module with a \`TypedDict\` or a union for every schema of an OpenAPI document. */
export function pythonTypes(schemas: Schemas): string {
  const module = new Module(schemas);
  for (const [name, schema] of Object.entries(schemas)) module.define(name, schema);
  const events = Object.entries(schemas).filter(
    ([, { properties }]) => properties?.['eventName']?.const !== undefined,
  );
  if (events.length > 0)
    module.define('ServiceEvent', {
      oneOf: events.map(([name]) => ({ $ref: `#/components/schemas/${name}` })),
    });
  return `${HEADER}${module.text()}`;
}

class Module {
  readonly #schemas: Schemas;
  /** Definitions that are evaluated when the module is loaded, after the classes that they name. */
  readonly #aliases: string[] = [];
  readonly #classes: string[] = [];
  readonly #defined = new Set<string>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  text(): string {
    return [...this.#classes, ...this.#aliases].join('\n\n');
  }

  define(name: string, schema: Schema): void {
    if (this.#defined.has(name)) return;
    this.#defined.add(name);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) {
      const types = choices.map((choice, at) => this.#choiceOf({ name, whole: schema, choice, at }));
      this.#aliases.push(`${name} = Union[${[...new Set(types)].map((type) => quoted(type)).join(', ')}]\n`);
    } else if (this.#isObject(schema)) this.#defineClass(name, schema);
    else this.#aliases.push(`${name} = ${this.#typeOf(schema, name)}\n`);
  }

  /** A choice of a whole that has fields of its own, such as a property, has those fields as well. */
  #choiceOf({
    name,
    whole,
    choice,
    at,
  }: {
    name: string;
    whole: Schema;
    choice: Schema;
    at: number;
  }): string {
    if (!whole.properties) return this.#typeOf(choice, `${name}${String(at + 1)}`);
    const own = `${name}${
      (choice.$ref ?? '')
        .split('/')
        .at(-1)
        ?.replace(/^Stored/, '') ?? ''
    }`;
    const { oneOf: _oneOf, anyOf: _anyOf, ...shared } = whole;
    this.#defined.add(own);
    this.#defineClass(own, { allOf: [shared, choice] });
    return own;
  }

  #isObject(schema: Schema): boolean {
    return (
      schema.properties !== undefined ||
      schema.allOf?.some((one) => this.#isObject(this.#resolved(one))) === true
    );
  }

  #resolved(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.#schemas[nameIn(schema.$ref)] ?? {});
  }

  /** Every field of an object and of what it is put together from; later ones win. */
  #fieldsOf(schema: Schema): Map<string, Field> {
    const { allOf = [], properties = {}, required = [] } = this.#resolved(schema);
    const fields = new Map(allOf.flatMap((part) => [...this.#fieldsOf(part)]));
    for (const [name, field] of Object.entries(properties))
      fields.set(name, { schema: field, isRequired: required.includes(name) });
    return fields;
  }

  #defineClass(name: string, schema: Schema): void {
    const fields = [...this.#fieldsOf(schema)];
    const needed = fields.filter(([, { isRequired }]) => isRequired);
    const optional = fields.filter(([, { isRequired }]) => !isRequired);
    const lines = (some: typeof fields) =>
      some
        .map(([field, one]) => `    ${field}: ${this.#typeOf(one.schema, `${name}${pascal(field)}`)}\n`)
        .join('');
    const about = schema.description === undefined ? '' : `    """${oneLine(schema.description)}"""\n\n`;
    if (fields.some(([field]) => !isIdentifier(field))) {
      const items = fields.map(
        ([field, one]) =>
          `    ${JSON.stringify(field)}: "${this.#typeOf(one.schema, `${name}${pascal(field)}`)}",\n`,
      );
      const total = optional.length > 0 ? ', total=False' : '';
      this.#classes.push(`${name} = TypedDict("${name}", {\n${items.join('')}}${total})\n`);
      return;
    }
    if (needed.length === 0 || optional.length === 0) {
      const total = needed.length === 0 && optional.length > 0 ? ', total=False' : '';
      this.#classes.push(`class ${name}(TypedDict${total}):\n${about}${lines(fields) || '    pass\n'}`);
      return;
    }
    this.#classes.push(
      `class _${name}Required(TypedDict):\n${lines(needed)}`,
      `class ${name}(_${name}Required, total=False):\n${about}${lines(optional)}`,
    );
  }

  /** The type of a value; an object within another becomes a class named after both. */
  #typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return nameIn(schema.$ref);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices)
      return unionOf(choices.map((choice, at) => this.#typeOf(choice, `${name}${String(at + 1)}`)));
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    if (this.#isObject(schema)) {
      this.define(name, schema);
      return name;
    }
    if (Array.isArray(schema.type))
      return unionOf(schema.type.map((type) => this.#plain(String(type), schema, name)));
    return this.#plain(String(schema.type), schema, name);
  }

  #plain(type: string, { items, additionalProperties }: Schema, name: string): string {
    if (type === 'array') return `List[${this.#typeOf(items ?? {}, `${name}Item`)}]`;
    if (type !== 'object') return PLAIN[type] ?? 'Any';
    const values =
      typeof additionalProperties === 'object' ? this.#typeOf(additionalProperties, `${name}Value`) : 'Any';
    return `Dict[str, ${values}]`;
  }
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** The others are fields of a `TypedDict` that is made by a call. */
const KEYWORDS = new Set([
  'class',
  'def',
  'from',
  'global',
  'import',
  'in',
  'is',
  'lambda',
  'None',
  'pass',
  'return',
  'with',
]);
const isIdentifier = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';
const unionOf = (types: readonly string[]): string => {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? (distinct[0] ?? 'Any') : `Union[${distinct.join(', ')}]`;
};
const literal = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => (typeof value === 'boolean' ? pascal(String(value)) : JSON.stringify(value))).join(', ')}]`;
/** A union is made when the module is loaded; what it names may be defined later. */
const quoted = (type: string): string => (/^\w+$/.test(type) ? `"${type}"` : type);
const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[_-])(\w)/g, (_all, first: string) => first.toUpperCase());
const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, "'");
