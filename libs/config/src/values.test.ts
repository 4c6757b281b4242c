import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SECRET, isSecret, secret } from './values.ts';

describe('the mark of a secret', () => {
  it.each([
    ['described', secret().meta({ description: 'A key.' }), true],
    ['optional', secret().optional().meta({ description: 'A key.' }), true],
    ['with a default', z.string().meta(SECRET).default('[]'), true],
    ['checked as an address', z.url().pipe(secret()).optional(), true],
    ['a plain text', z.string().default('secret').meta({ description: 'A secret.' }), false],
  ])('the mark of a secret is found where the variable is %s', (_what, schema, isMarked) => {
    expect(isSecret(schema)).toBe(isMarked);
  });
});
