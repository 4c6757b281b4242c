import { z } from 'zod';
import { asStored } from '../stored.ts';
import type { AnyOf, Types } from './any-of.ts';
import { FIELDS_OF } from './index.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
type Name<T extends Types> = keyof T & string;

/** The shape for services, which work with the fields of any type. */
type Loose<T extends Types, S extends Shape> = { type: Name<T>; fields: AnyOf<T> } & z.output<z.ZodObject<S>>;

/** The shape for callers, with the fields of each type. */
type Strict<T extends Types, S extends Shape> = {
  [N in Name<T>]: { type: N; fields: z.input<T[N]> } & z.input<z.ZodObject<S>>;
}[Name<T>];

type Update<T extends Types, S extends Shape> = {
  type?: Name<T> | undefined;
  fields: Record<string, unknown>;
} & z.output<z.ZodObject<S>>;
type StrictUpdate<T extends Types, S extends Shape> = {
  [N in Name<T>]: { type?: N | undefined; fields: z.input<T[N]> } & z.input<z.ZodObject<S>>;
}[Name<T>];

/** The shapes of a table of property types: `type`, its `fields`, and the common parts. */
export function shapesOf<T extends Types>(types: T) {
  const names = Object.keys(types) as [string, ...string[]];
  if (names.length === 0) throw new Error('there must be a property type');
  const each = (build: (name: string, fields: z.ZodType) => z.ZodObject) => {
    const [first, ...others] = Object.entries(types).map(([name, fields]) => build(name, fields));
    return z.discriminatedUnion('type', [first as z.ZodObject, ...others], { unionFallback: true });
  };
  return {
    /** The shape in responses and messages of the service. */
    resource: <S extends Shape>(common: S) =>
      each((name, fields) =>
        z.object({ ...idOf(common), type: z.enum([name]), fields: asStored(fields), ...common }),
      ) as unknown as z.ZodType<Loose<T, S>>,
    /** The shape of input; unknown fields are refused. */
    input: <S extends Shape>(common: S) =>
      each((name, fields) =>
        z.strictObject({ type: z.enum([name]), fields, ...common }),
      ) as unknown as z.ZodType<Loose<T, S>, Strict<T, S>>,
    /** The shape of an update, whose type only the service knows: `type` may be left out, `fields` are not checked. */
    update: <S extends Shape>(common: S) =>
      z.strictObject({
        type: z.enum(names).optional(),
        fields: z.record(z.string(), z.unknown()).meta({
          override: { anyOf: references(types) },
          example: Object.values(types)[0]?.meta()?.['example'],
        }),
        ...common,
      }) as unknown as z.ZodType<Update<T, S>, StrictUpdate<T, S>>,
  };
}

const references = (types: Types) =>
  Object.values(types).map((fields) => ({ $ref: `#/components/schemas/${fields.meta()?.id ?? ''}` }));

/** The id comes first in responses. */
const idOf = (common: Shape): Shape => ('id' in common ? { id: common['id'] } : {});

/** The shapes of every property type of the service. */
export const eachType = shapesOf(FIELDS_OF);
