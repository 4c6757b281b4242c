import { describe, expect, it } from 'vitest';
import { secretsEqual } from './secrets-equal.ts';

describe('two secrets', () => {
  it('two secrets are equal only when every character is', () => {
    expect(secretsEqual('s3cret', 's3cret')).toBe(true);
    expect(secretsEqual('', '')).toBe(true);
    expect(secretsEqual('s3cret', 's3creT')).toBe(false);
    expect(secretsEqual('s3cret', 's3cret ')).toBe(false);
    expect(secretsEqual('', 's3cret')).toBe(false);
  });
});
