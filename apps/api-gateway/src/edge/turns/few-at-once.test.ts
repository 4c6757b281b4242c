import { describe, expect, it } from 'vitest';
import { FewAtOnce } from './few-at-once.ts';

const exportsOf = () => new FewAtOnce({ max: 2, code: 'too-many-exports', name: 'exports' });

describe('calls of which an account has a few at once', () => {
  it('a third export of an account is refused in words with Retry-After, and one of another account is not', () => {
    const few = exportsOf();
    few.begin('a');
    few.begin('a');
    expect(() => few.require('a')).toThrow('2 exports');
    expect(() => few.begin('a')).toThrow(
      expect.objectContaining({
        status: 429,
        code: 'too-many-exports',
        message: expect.stringContaining('2 exports') as unknown,
        headers: { 'retry-after': '10' },
      }),
    );
    few.begin('b');
  });

  it('an export that ends, also if it ends twice, makes place for one other', () => {
    const few = exportsOf();
    const end = few.begin('a');
    few.begin('a');
    end();
    end();
    few.begin('a');
    expect(() => few.begin('a')).toThrow('in progress at once');
  });
});
