import { describe, expect, it, vi } from 'vitest';
import { piecesOf } from './multipart.ts';

const partsOf = (body: string, boundary: string) =>
  [...piecesOf(Buffer.from(body), boundary)].flatMap(({ bytes, isPart }) => (isPart ? bytes.toString() : []));

describe('a multipart body', () => {
  it('a multipart body of dashes is not searched for a long boundary of dashes', () => {
    const body = Buffer.alloc(40_000, '-');
    const search = vi.spyOn(body, 'indexOf');
    const pieces = [...piecesOf(body, `y${'-'.repeat(16_000)}`)];
    expect(pieces.map(({ bytes, isPart }) => [bytes.length, isPart])).toEqual([[40_000, false]]);
    const steps = search.mock.calls.reduce((sum, [wanted]) => sum + (wanted as Buffer).length * 40_000, 0);
    expect(steps).toBeLessThanOrEqual(3 * 40_000);
  });

  it('a multipart body has parts also where its boundary is longer than the standard permits', () => {
    const boundary = `b${'-'.repeat(300)}`;
    expect(
      partsOf(`--${boundary}\r\none\r\n--${boundary}\n--${boundary}\ntwo\n--${boundary}--`, boundary),
    ).toEqual(['one', '', 'two']);
  });

  it('a multipart body has no parts where its boundary contains a line end', () => {
    expect(partsOf('--a\nb\none\n--a\nb--', 'a\nb')).toEqual([]);
    expect(partsOf('--a\nb\none\n--a\nb--', 'a\u010ab')).toEqual([]);
  });
});
