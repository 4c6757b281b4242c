import { describe, expect, it } from 'vitest';
import { importedIdOf } from './identity.ts';

describe('the external id of an imported object', () => {
  it.each(['0', '000', '-', '--', 'k.A.', 'n/a', 'null', ''])(
    'an object with the number %j, which says nothing, is known by its next number',
    (external) => {
      expect(importedIdOf({ external, openimmo: 'OBID-1', internal: '17' })).toBe('OBID-1');
      expect(importedIdOf({ external, openimmo: external, internal: '17' })).toBe('17');
    },
  );

  it('an object whose numbers all say nothing keeps the first of them', () => {
    expect(importedIdOf({ external: '0', openimmo: '-' })).toBe('0');
    expect(importedIdOf({})).toBeUndefined();
  });

  it.each(['10', 'A-0', '0815', 'K-1'])('an object with the number %j is known by it', (external) => {
    expect(importedIdOf({ external, openimmo: 'OBID-1' })).toBe(external);
  });
});
