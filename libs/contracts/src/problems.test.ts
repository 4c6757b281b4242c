import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemsOf, unwritableTexts } from './problems.ts';

const refusal = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : problemsOf(parsed.error, value);
};

describe('the problems of an input', () => {
  const schema = z.strictObject({
    size: z.int().min(1).max(9),
    kind: z.enum(['a', 'b']),
    name: z.string().min(2),
  });

  it('a problem of an input names the field, the rule and a stable code', () => {
    expect(refusal(schema, { size: 10, kind: 'c', name: 'x', more: 1 })).toEqual([
      { path: 'size', message: 'size must be at most 9', code: 'too-big' },
      { path: 'kind', message: 'kind must be one of a, b', code: 'not-allowed' },
      { path: 'name', message: 'name must have at least 2 characters', code: 'too-small' },
      { path: 'more', message: 'more is not a known field', code: 'unknown-field' },
    ]);
  });

  it('a missing enumeration is reported as required with its values', () => {
    expect(refusal(schema, { size: 1, name: 'xx' })).toEqual([
      { path: 'kind', message: 'kind is required and must be one of a, b', code: 'required' },
    ]);
  });

  it('a problem of an input has the text of its schema, for every rule that has one', () => {
    const error = 'must be an id of 20 characters, 1 word, in steps of 2';
    const own = z.object({
      short: z.string({ error }).length(20, { error }),
      long: z.string().max(2, { error }),
      step: z.number().multipleOf(2, { error }),
      size: z.number().min(20, { error: () => error }),
      whole: z.int({ error }).min(1, { error }),
    });
    const value = { short: 'x', long: 'xxx', step: 1, size: 1, whole: 0.5 };
    expect(refusal(own, value).map(({ message }) => message)).toEqual(
      Object.keys(value).map((name) => `${name} ${error}`),
    );
    expect(refusal(own, { ...value, short: 1 })[0]?.message).toBe(`short ${error}`);
  });

  it('a text of a schema that does not name the limit does not hide it', () => {
    const error = 'must be a web address of the year 2001';
    const own = z.object({ url: z.url({ error }).max(20) });
    expect(refusal(own, { url: `https://example.org/${'x'.repeat(20)}` })).toEqual([
      { path: 'url', message: 'url must have at most 20 characters', code: 'too-big' },
    ]);
  });

  it('a number that is far too large is reported once with the limit of the field', () => {
    expect(refusal(schema, { size: 1e300, kind: 'a', name: 'xx' })).toEqual([
      { path: 'size', message: 'size must be at most 9', code: 'too-big' },
    ]);
  });

  it.each([Number.POSITIVE_INFINITY, Number.NaN, '5', true, null, [], {}])('call %j no number', (size) => {
    expect(refusal(schema, { size, kind: 'a', name: 'xx' })).toEqual([
      { path: 'size', message: 'size must be a number', code: 'wrong-type' },
    ]);
  });

  it('a value of a wrong type is reported once, without further rules', () => {
    const shape = z.strictObject({ name: z.string().min(2), fields: z.strictObject({ a: z.string() }) });
    const always = { path: ['fields', 'b'], error: 'is required', when: () => true };
    expect(
      refusal(
        shape.refine(() => false, always),
        { name: [], fields: [] },
      ),
    ).toEqual([
      { path: 'name', message: 'name must be a string', code: 'wrong-type' },
      { path: 'fields', message: 'fields must be an object', code: 'wrong-type' },
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('name the unknown field %s', (name) => {
    const value: unknown = JSON.parse(`{"size":1,"kind":"a","name":"xx","${name}":{"isAdmin":true}}`);
    expect(refusal(schema, value)).toEqual([
      { path: name, message: `${name} is not a known field`, code: 'unknown-field' },
    ]);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  it('many problems with long names are bounded in number and length', () => {
    const value = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`${String(index)}${'x'.repeat(500)}`, 1]),
    );
    const problems = refusal(z.strictObject({}), value);
    expect(problems).toHaveLength(1000);
    expect(Math.max(...problems.map(({ path }) => path.length))).toBeLessThanOrEqual(101);
  });
});

describe('the work of telling problems', () => {
  it('the check of an input ends after the maximum number of problems', () => {
    let made = 0;
    const keys = Array.from({ length: 90_000 }, (_, index) => `k${String(index)}`);
    const counted = new Proxy(keys, {
      get(target, name, receiver): unknown {
        if (typeof name === 'string' && /^\d+$/.test(name)) made += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const error = new z.ZodError([{ code: 'unrecognized_keys', keys: counted, path: [], message: '' }]);
    expect(problemsOf(error, {})).toHaveLength(1000);
    expect(made).toBeLessThanOrEqual(1001);
  });
});

describe('text that cannot be kept', () => {
  it('text that cannot be stored is found at any depth and in names', () => {
    const value: unknown = JSON.parse('{"a":["ok","\\u0000"],"b":{"c":"\\ud800x"},"d\\udc00":1}');
    expect(unwritableTexts(value).map(({ path, code }) => `${path} ${code}`)).toEqual([
      'a.1 wrong-format',
      'b.c wrong-format',
      'd\uFFFD wrong-format',
    ]);
  });

  it('text that cannot be stored is NUL or an unpaired surrogate', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const kept = Buffer.from(text, 'utf8').toString('utf8') === text && !text.includes('\0');
        expect(unwritableTexts({ text }).length === 0).toBe(kept);
      }),
    );
    expect(unwritableTexts('🏠 ½ \t\r\n')).toEqual([]);
  });

  it('text that cannot be stored is found in deeply nested input', () => {
    const depth = 100_000;
    const value: unknown = JSON.parse(`${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`);
    expect(unwritableTexts(value)).toHaveLength(1);
  });
});
