import { z } from 'zod';
import { asStored } from '../stored.ts';
import { PROPERTY_TYPES } from './index.ts';

type Types = Record<string, z.ZodType>;
type Shape = Readonly<Record<string, z.ZodType>>;

type Typed<T extends Types, S extends Shape> = {
  [Name in keyof T & string]: z.ZodObject<{ type: z.ZodEnum<Record<Name, Name>>; fields: T[Name] } & S>;
}[keyof T & string];

type TypedUpdate<T extends Types, S extends Shape> = {
  [Name in keyof T & string]: z.ZodObject<
    { type: z.ZodOptional<z.ZodEnum<Record<Name, Name>>>; fields: T[Name] } & S
  >;
}[keyof T & string];

/** Data of either of several shapes. */
type Either<S extends z.ZodType> = z.ZodType<z.output<S>, z.input<S>>;

/** The shapes of a table of property types, each with `type` and its `fields` beside what all have in common. */
export function shapesOf<T extends Types>(types: T) {
  const each = (build: (name: string, fields: z.ZodType) => z.ZodType) =>
    either(Object.entries(types).map(([name, fields]) => build(name, fields)));
  return {
    /** What the service answers with and tells. */
    resource: <S extends Shape>(common: S) =>
      each((name, fields) =>
        z.object({ ...idOf(common), type: z.enum([name]), fields: asStored(fields), ...common }),
      ) as Either<Typed<T, S>>,
    /** What a caller sends; unknown fields are refused. */
    input: <S extends Shape>(common: S) =>
      each((name, fields) => z.strictObject({ type: z.enum([name]), fields, ...common })) as Either<
        Typed<T, S>
      >,
    /** The same, where `type` may be left out because it cannot change. */
    update: <S extends Shape>(common: S) =>
      each((name, fields) =>
        z.strictObject({ type: z.enum([name]).optional(), fields, ...common }),
      ) as Either<TypedUpdate<T, S>>,
  };
}

/** An id comes first in what is shown. */
const idOf = (common: Shape): Shape => ('id' in common ? { id: common['id'] } : {});

/** One shape stays what it is: simpler to read for people and programs than a choice of one. */
function either(shapes: readonly z.ZodType[]): z.ZodType {
  const [first, ...others] = shapes;
  if (!first) throw new Error('there must be a property type');
  return others.length === 0 ? first : z.union([first, ...others]);
}

/** The shapes of every property type of the service. */
export const eachType = shapesOf(PROPERTY_TYPES);
