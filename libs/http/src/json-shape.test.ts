import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireJsonShape } from './json-shape.ts';

const check = (text: string) => () => requireJsonShape(Buffer.from(text));
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const TEXT_THAT_LOOKS_LIKE_JSON = fc.string({
  unit: fc.constantFrom('"', '\\', '[', '{', ',', 'a', 'ü', '𝄞'),
});

describe('the shape of a JSON body', () => {
  it('the shape of a JSON body has at most 100 levels, lists and objects together', () => {
    expect(check(nested(100))).not.toThrow();
    expect(check(nested(101))).toThrow('the body must be nested at most 100 levels deep.');
    expect(check('{"a":['.repeat(51))).toThrow('at most 100 levels');
    expect(check(`[${Array.from({ length: 1000 }, () => nested(99)).join(',')}]`)).toThrow('5000 values');
  });

  it('the shape of a JSON body has at most 5000 values, whether they are items or fields', () => {
    const items = (count: number) => `[${Array.from({ length: count }, () => '0').join(',')}]`;
    const fields = (count: number) => `{${Array.from({ length: count }, () => '"a":0').join(',')}}`;
    for (const of of [items, fields]) {
      expect(check(of(5000))).not.toThrow();
      expect(check(of(5001))).toThrow('the body must have at most 5000 values.');
    }
  });

  it('the shape of a JSON body is a problem of the body like others', () => {
    expect(check(nested(101))).toThrow(
      expect.objectContaining({
        code: 'validation-failed',
        problems: [{ path: '', message: 'the body must be nested at most 100 levels deep', code: 'too-big' }],
      }) as Error,
    );
  });

  it('the shape of a JSON body ignores brackets inside of strings', () => {
    fc.assert(
      fc.property(fc.array(TEXT_THAT_LOOKS_LIKE_JSON, { maxLength: 50 }), (texts) => {
        const json = JSON.stringify(texts);
        const room = 5000 - 1 - Math.max(0, texts.length - 1);
        const padded = (more: number) => `[${json},${Array.from({ length: more }, () => '0').join(',')}]`;
        expect(check(padded(room - 1))).not.toThrow();
        expect(check(padded(room + 1))).toThrow('5000 values');
      }),
    );
  });

  it('the shape of a JSON body is never wrong about what JSON.parse reads within the limits, however it is written', () => {
    const spaced = fc.constantFrom('', '\t', ' \r\n');
    const escaped = (json: string) =>
      json.replaceAll(/[^\x00-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), spaced, fc.boolean(), (json, space, isEscaped) => {
        const written = JSON.stringify(JSON.parse(json), null, space);
        const sent = `${space}${isEscaped ? escaped(written) : written}${space}`;
        expect(JSON.parse(sent)).toEqual(JSON.parse(json));
        expect(check(sent)).not.toThrow();
      }),
    );
    expect(check('\uFEFF{"a":-1.5e+308,"b":123456789012345678901234567890}')).not.toThrow();
  });

  it('the shape of a JSON body is that of UTF-8 text', () => {
    expect(check('{"lastName":"Müller"}')).not.toThrow();
    const latin1 = Buffer.from('{"lastName":"Müller"}', 'latin1');
    expect(() => requireJsonShape(latin1)).toThrow('The body is not valid UTF-8.');
  });

  it.each(['"', '"\\', '"\\"', '{"a":"', ']]]]', '\\"', ''])(
    'the shape of a JSON body of %j, which is no JSON, is left to the parser',
    (text) => {
      expect(check(text)).not.toThrow();
    },
  );
});
