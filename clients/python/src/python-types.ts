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

/** The lines of a class, and the classes that have the rest of its fields. */
interface Body {
  bases: string[];
  /** Whether its fields are required, unless they say otherwise. */
  isTotal: boolean;
  lines: string[];
}

/** What is answered often has the fields of what is sent; its limits are wider, which the types do not say. */
const ANSWERED = /^Stored/;

const HEADER = `"""The types of the API, generated from its OpenAPI document."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired


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
  readonly #schemas: Record<string, Schema>;
  /** Definitions that are evaluated when the module is loaded, after the classes that they name. */
  readonly #aliases: string[] = [];
  readonly #classes: string[] = [];
  readonly #defined = new Set<string>();
  /** The text of each class by its name, without its description. */
  readonly #bodies = new Map<string, string>();
  /** Each class by its text and description. */
  readonly #classOf = new Map<string, string>();
  /** Types that are the same as another one. */
  readonly #same = new Map<string, string>();

  constructor(schemas: Schemas) {
    this.#schemas = { ...schemas };
  }

  text(): string {
    return [...this.#classes, this.#aliases.join('')].join('\n\n');
  }

  define(name: string, schema: Schema): void {
    if (this.#defined.has(name)) return;
    this.#defined.add(name);
    if (ANSWERED.test(name)) this.#named(name.replace(ANSWERED, ''));
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
    const own = `${name}${nameIn(choice.$ref ?? '').replace(ANSWERED, '')}`;
    const { oneOf = [], anyOf = [], ...shared } = whole;
    const ofChoices = [...oneOf, ...anyOf].flatMap((one) => [...this.#fieldsOf(one).keys()]);
    this.#schemas[`${name}Shared`] = withoutFields(shared, ofChoices);
    this.#defined.add(own);
    this.#defineClass(own, { allOf: [{ $ref: `${name}Shared` }, choice] });
    return this.#known(own);
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
    if (fields.some(([field]) => !isIdentifier(field))) {
      const isPartial = fields.some(([, { isRequired }]) => !isRequired);
      const items = fields.map(
        ([field, one]) =>
          `    ${JSON.stringify(field)}: "${this.#typeOf(one.schema, `${name}${pascal(field)}`)}",\n`,
      );
      this.#classes.push(
        `${name} = TypedDict("${name}", {\n${items.join('')}}${isPartial ? ', total=False' : ''})\n`,
      );
      return;
    }
    const body = this.#bodyOf(name, schema);
    const text = JSON.stringify(body);
    this.#bodies.set(name, text);
    const described = JSON.stringify([text, schema.description]);
    const same = this.#classOf.get(described) ?? this.#sentLike(name, text);
    if (same === undefined) {
      this.#classOf.set(described, name);
      this.#classes.push(classOf(name, body, schema.description));
    } else {
      this.#same.set(name, same);
      this.#aliases.push(`${name} = ${same}\n`);
    }
  }

  #sentLike(name: string, text: string): string | undefined {
    const sent = name.replace(ANSWERED, '');
    return sent !== name && this.#bodies.get(sent) === text ? this.#known(sent) : undefined;
  }

  #bodyOf(name: string, schema: Schema): Body {
    const { bases, own } = this.#partsOf(schema);
    const fields = [...own];
    const isTotal = fields.length === 0 || fields.some(([, { isRequired }]) => isRequired);
    const lines = fields.map(([field, one]) => {
      const type = this.#typeOf(one.schema, `${name}${pascal(field)}`);
      return `    ${field}: ${isTotal && !one.isRequired ? `NotRequired[${type}]` : type}\n`;
    });
    return { bases: bases.map((base) => this.#named(base)), isTotal, lines };
  }

  /** Parts with a name are inherited. A class may not have a field twice, so that other parts are among its own fields. */
  #partsOf(schema: Schema): { bases: string[]; own: Map<string, Field> } {
    const { allOf = [], ...rest } = schema;
    const parts = [...allOf, rest].map((part) => ({ ref: part.$ref, fields: this.#fieldsOf(part) }));
    const all = parts.flatMap(({ fields }) => [...fields.keys()]);
    const isOnce = (field: string) => all.indexOf(field) === all.lastIndexOf(field);
    const isInherited = ({ ref, fields }: (typeof parts)[number]) =>
      ref !== undefined && [...fields.keys()].every((field) => isIdentifier(field) && isOnce(field));
    return {
      bases: parts.filter((one) => isInherited(one)).map(({ ref = '' }) => nameIn(ref)),
      own: new Map(parts.filter((one) => !isInherited(one)).flatMap(({ fields }) => [...fields])),
    };
  }

  /** A type of the document, which is defined before what names it. */
  #named(name: string): string {
    const schema = this.#schemas[name];
    if (schema) this.define(name, schema);
    return this.#known(name);
  }

  #known(name: string): string {
    return this.#same.get(name) ?? name;
  }

  /** The type of a value; an object within another becomes a class named after both. */
  #typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return this.#named(nameIn(schema.$ref));
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices)
      return unionOf(choices.map((choice, at) => this.#typeOf(choice, `${name}${String(at + 1)}`)));
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    if (this.#isObject(schema)) {
      this.define(name, schema);
      return this.#known(name);
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

function classOf(name: string, { bases, isTotal, lines }: Body, description?: string): string {
  const about = description === undefined ? '' : `    """${oneLine(description)}"""\n\n`;
  const from = [...(bases.length > 0 ? bases : ['TypedDict']), ...(isTotal ? [] : ['total=False'])];
  return `class ${name}(${from.join(', ')}):\n${about}${lines.join('') || '    pass\n'}`;
}

const withoutFields = (schema: Schema, names: readonly string[]): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name)),
  ),
});

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
