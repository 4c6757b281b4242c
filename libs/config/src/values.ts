import { inspect } from 'node:util';
import { z } from 'zod';

/** A value that prints as `[secret]` wherever it ends up; `reveal()` is the only way to it. */
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

/** A secret of at least `minimum` characters. */
export const secret = (minimum = 1) =>
  z
    .string()
    .min(minimum)
    .transform((value) => new Secret(value));

/** `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Values separated by commas; spaces around them do not count. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
