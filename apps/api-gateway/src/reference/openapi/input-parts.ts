import { z } from 'zod';
import type { ApiRoute } from '../../edge/routing/api-route.ts';

/** The input of a route, by its location. */
export interface InputParts {
  path: Record<string, z.ZodType>;
  query: Record<string, z.ZodType>;
  body?: z.ZodType;
  /** False if the body may be left out. */
  bodyRequired: boolean;
}

type RouteInput = Pick<ApiRoute, 'path' | 'method' | 'input' | 'uploads'>;

/** Splits the input of a route into path, query and body. */
export function inputParts({ path, method, input, uploads }: RouteInput): InputParts {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const shapes = objectsOf(input);
  const [first = z.object<Record<string, z.ZodType>>({})] = shapes;
  const inPath = Object.fromEntries(names.map((name) => [name, first.shape[name] ?? z.string()]));
  if (method === 'GET' || uploads) {
    return { path: inPath, query: without(first, names), bodyRequired: false };
  }
  const bodies = shapes.map((shape) => without(shape, names));
  if (bodies.every((body) => Object.keys(body).length === 0)) {
    return { path: inPath, query: {}, bodyRequired: false };
  }
  const bodyRequired = method === 'PUT' || !shapes.some((shape) => isOptional(shape, names));
  const body = names.length === 0 ? input : withExample(bodyOf(bodies), input);
  return { path: inPath, query: {}, body, bodyRequired };
}

/** The body with the example of the whole input, which does not include the path. */
function withExample(body: z.ZodType, input: z.ZodType): z.ZodType {
  const example = input.meta()?.['example'];
  return example === undefined ? body : body.meta({ example });
}

/** The alternative objects of an input: one, or the members of a union. */
export function objectsOf(schema: z.ZodType): z.ZodObject<Record<string, z.ZodType>>[] {
  if (schema instanceof z.ZodObject) return [schema];
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(objectsOf);
  return [];
}

const without = ({ shape }: z.ZodObject<Record<string, z.ZodType>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => !names.includes(name)));

const isOptional = (shape: z.ZodObject<Record<string, z.ZodType>>, names: readonly string[]): boolean =>
  Object.values(without(shape, names)).every((field) => field.safeParse(undefined).success);

function bodyOf(bodies: readonly Record<string, z.ZodType>[]): z.ZodType {
  const [first, ...others] = bodies.map((body) => z.strictObject(body));
  return first && others.length > 0 ? z.union([first, ...others]) : (first ?? z.strictObject({}));
}
