import { describe, expect, it } from 'vitest';
import { keyOf } from './object-row.ts';

const provider = { index: 0, id: 'A' };
const keyFor = (numbers: Parameters<typeof keyOf>[1]['numbers']) => keyOf('queue', { provider, numbers });

describe('the key of an object', () => {
  it.each(['0', '-', 'k.A.'])(
    'two objects whose number %j says nothing have two keys, by their next numbers',
    (external) => {
      const keys = ['OBID-1', 'OBID-2'].map((openimmo) => keyFor({ external, openimmo }));
      expect(keys).toEqual([keyFor({ openimmo: 'OBID-1' }), keyFor({ openimmo: 'OBID-2' })]);
      expect(new Set(keys).size).toBe(2);
    },
  );

  it('the key of an object with a number is the one of that number, whatever its others are', () => {
    expect(keyFor({ external: 'K-1', openimmo: 'OBID-1', internal: '17' })).toBe(keyFor({ external: 'K-1' }));
    expect(keyFor({ external: '0' })).toBe(keyFor({ external: '0', openimmo: '-' }));
    expect(keyFor({})).toBeUndefined();
  });
});
