import { z } from 'zod';
import { pathTo } from './expressions.ts';
import type { Marks, MarkType } from './marks.ts';

/** One of the alternative forms of a field in a values file. */
export interface Option {
  /** The condition in the template language; undefined for the last option. */
  condition: string | undefined;
  value: string | number;
}

/** A field that decides which parts documents have. The first option has the most parts, the last one the fewest. */
export interface Decision {
  id: string;
  options: readonly Option[];
}

/** The chosen option of each decision, by its index; for others the first, or the last with `FEWEST`. */
export type Choices = ReadonlyMap<string, number>;
export const FEWEST = 'fewest parts';

/** The index of the chosen option. */
export const chosenOption = ({ id, options }: Decision, choices: Choices): number =>
  choices.get(id) ?? (choices.has(FEWEST) ? options.length - 1 : 0);

interface Place {
  expression: string;
  /** The expression that is used if this one is empty. */
  fallback?: string;
  collection?: string;
}

const presence = (condition: string): Option[] => [
  { condition, value: 'present' },
  { condition: undefined, value: 'absent' },
];

/** True if any field is allowed; documents contain such a value as a whole. */
const isFree = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodUnknown;

const isGroup = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodPrefault
    ? isGroup(schema.unwrap())
    : schema instanceof z.ZodObject && !isFree(schema);

/** True if a value has content; an empty one stays empty without a default, too. */
const hasContent = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : typeof value !== 'object' && value !== '' && value !== false;

const inTemplate = (value: unknown): string =>
  Array.isArray(value) ? `(list ${value.map(inTemplate).join(' ')})` : JSON.stringify(value);

const withFallback = ({ fallback, ...place }: Place): Place =>
  fallback === undefined ? place : { ...place, expression: `(${place.expression} | default ${fallback})` };

const isText = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodString || schema instanceof z.ZodStringFormat;

/** Values with marks instead of texts and numbers, for one set of choices. */
export class SymbolicValues {
  /** The decisions that were encountered, in the order of the schema. */
  readonly met = new Map<string, Decision>();
  readonly #marks: Marks;
  readonly #choices: Choices;
  readonly #expressions: Readonly<Record<string, string>>;

  /** `expressions` replaces those of single fields. */
  constructor(marks: Marks, choices: Choices, expressions: Readonly<Record<string, string>>) {
    this.#marks = marks;
    this.#choices = choices;
    this.#expressions = expressions;
  }

  /** The value of a field of a schema. @throws Error for a type that a template cannot have */
  valueOf(schema: z.core.$ZodType, given: Place): unknown {
    const place = isGroup(schema) ? given : withFallback(given);
    const other = this.#expressions[place.expression];
    if (other !== undefined) return this.#mark('string', { expression: other });
    if (schema instanceof z.ZodPrefault) return this.valueOf(schema.unwrap(), place);
    if (schema instanceof z.ZodDefault) return this.#withDefault(schema, place);
    if (schema instanceof z.ZodOptional) return this.#optional(schema.unwrap(), place);
    return this.#leaf(schema, place) ?? this.#inner(schema, place);
  }

  #leaf(schema: z.core.$ZodType, place: Place): unknown {
    if (isFree(schema)) return this.#mark('any', place);
    if (isText(schema)) return this.#mark('string', place);
    if (schema instanceof z.ZodNumber) return this.#mark('number', place);
    if (schema instanceof z.ZodLiteral) return schema.value;
    if (schema instanceof z.ZodEnum) return this.#oneOf(schema.options, place);
    if (schema instanceof z.ZodBoolean) return this.#isChosen(place.expression, place.expression);
    return undefined;
  }

  #inner(schema: z.core.$ZodType, place: Place): unknown {
    if (schema instanceof z.ZodObject) return this.#object(schema, place);
    if (schema instanceof z.ZodUnion) return this.#union(schema, place);
    if (schema instanceof z.ZodArray) return this.#elements(schema, place);
    if (schema instanceof z.ZodRecord) return this.#entries(schema, place);
    throw new Error(`${place.expression} has a type that templates cannot have`);
  }

  #mark = (type: MarkType, { expression, collection }: Place): string =>
    this.#marks.textOf({ expression, type, ...(collection !== undefined && { collection }) });

  #choose(decision: Decision): Option['value'] | undefined {
    if (!this.met.has(decision.id)) this.met.set(decision.id, decision);
    return decision.options[chosenOption(decision, this.#choices)]?.value;
  }

  #isChosen = (id: string, condition: string): boolean =>
    this.#choose({ id, options: presence(condition) }) === 'present';

  #withDefault(schema: z.ZodDefault, { expression, ...place }: Place): unknown {
    const inner = schema.unwrap();
    const { defaultValue } = schema.def;
    const filled = hasContent(defaultValue)
      ? `(${expression} | default ${inTemplate(defaultValue)})`
      : expression;
    return this.valueOf(inner, { ...place, expression: filled });
  }

  #optional(inner: z.core.$ZodType, place: Place): unknown {
    if (inner instanceof z.ZodBoolean) return this.valueOf(inner, place);
    const { expression } = place;
    const condition =
      inner instanceof z.ZodObject && !isFree(inner) ? `(kindIs "map" ${expression})` : expression;
    return this.#isChosen(expression, condition) ? this.valueOf(inner, place) : undefined;
  }

  /** Fields are made when they are read, so that only decisions are encountered that a document depends on. */
  #fields(names: readonly string[], place: Place, made: (name: string, inner: Place) => unknown): object {
    const object = {};
    for (const name of names) {
      const options = { enumerable: true, configurable: true };
      const get = (): unknown => {
        const { fallback } = place;
        const inner = fallback === undefined ? {} : { fallback: pathTo(fallback, name) };
        const value = made(name, { ...place, expression: pathTo(place.expression, name), ...inner });
        Object.defineProperty(object, name, { ...options, value });
        return value;
      };
      Object.defineProperty(object, name, { ...options, get });
    }
    return object;
  }

  #object = ({ shape }: z.ZodObject, place: Place): object =>
    this.#fields(Object.keys(shape), place, (name, inner) =>
      this.valueOf(shape[name] as z.core.$ZodType, inner),
    );

  /** A union of texts, of literals, or of objects that a literal field distinguishes. */
  #union({ options }: z.ZodUnion, place: Place): unknown {
    if (options.every(isText)) return this.#mark('string', place);
    const literals = options.flatMap((option) => (option instanceof z.ZodLiteral ? [option.value] : []));
    if (literals.length === options.length) return this.#oneOf(literals as (string | number)[], place);
    const kinds = (options as z.ZodObject[]).map((option) => [
      (option.shape['kind'] as z.ZodLiteral<string>).value,
      option,
    ]) as [string, z.ZodObject][];
    const kind = this.#oneOf(
      kinds.map(([name]) => name),
      { ...place, expression: pathTo(place.expression, 'kind') },
    );
    return this.#object(new Map(kinds).get(String(kind)) as z.ZodObject, place);
  }

  #oneOf(words: readonly (string | number)[], { expression }: Place): Option['value'] | undefined {
    const options = words.map((value) => ({
      value,
      condition: `(eq (toString ${expression}) ${JSON.stringify(String(value))})`,
    }));
    return this.#choose({ id: expression, options });
  }

  #elements(schema: z.ZodArray, { expression }: Place): unknown[] {
    const mayBeEmpty = schema.safeParse([]).success;
    if (mayBeEmpty && !this.#isChosen(expression, expression)) return [];
    return [this.valueOf(schema.element, { expression: '$value', collection: expression })];
  }

  /** An object for fixed names; otherwise one entry that represents all. */
  #entries({ keyType, valueType }: z.ZodRecord, { expression, ...place }: Place): object {
    if (keyType instanceof z.ZodEnum)
      return this.#fields(keyType.options as string[], { ...place, expression }, (_, inner) =>
        this.#optional(valueType, inner),
      );
    if (!this.#isChosen(expression, expression)) return {};
    const key = this.#mark('string', { expression: '$key', collection: expression });
    const entry = { [key]: this.valueOf(valueType, { expression: '$value', collection: expression }) };
    return new Proxy(entry, {
      has: (_, name) =>
        this.#isChosen(
          `${expression}.${String(name)}`,
          `(hasKey (${expression} | default dict) ${JSON.stringify(name)})`,
        ),
    });
  }
}
