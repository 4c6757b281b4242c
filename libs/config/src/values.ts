import { inspect } from 'node:util';
import { z } from 'zod';

/** A value that is printed as `[secret]` everywhere; only `reveal()` returns it. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

/** Marks a variable whose text contains a password or a key. */
export const SECRET = { secret: true };

/** A secret of at least `minimum` characters. */
export const secret = (minimum = 1) =>
  z
    .string()
    .min(minimum)
    .transform((value) => new Secret(value))
    .meta(SECRET);

/** True if a variable is marked as a secret: a process then receives it from a secret store only. */
export function isSecret(schema: z.core.$ZodType): boolean {
  if (z.globalRegistry.get(schema)?.['secret'] === true) return true;
  if (schema instanceof z.ZodPipe) return isSecret(schema.in) || isSecret(schema.out);
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? isSecret(schema.unwrap())
    : false;
}

/** `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Values separated by commas; spaces around them are ignored. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
