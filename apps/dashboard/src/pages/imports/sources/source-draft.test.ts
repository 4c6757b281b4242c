import type { ImportSource } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { draftOf, inputOf } from './source-draft.ts';

const source = {
  name: 'Munich office',
  targetIds: ['t1'],
  maxRemovedShare: 0.07,
  folder: '/export',
  preventPublication: true,
  allowPlainLogins: true,
  onSold: 'keep',
  fallbackContact: { email: 'office@example.org', lastName: 'Büro', website: 'https://example.org' },
  defaultCountry: 'AUT',
  emptyValues: ['k.A.', '-'],
} as ImportSource;

describe('the form of an import source', () => {
  it('a new source has no targets, the share of the API, and its choice about logins without TLS', () => {
    expect(inputOf({ ...draftOf(undefined), name: ' Munich office ' })).toEqual({
      name: 'Munich office',
      targetIds: [],
      maxRemovedShare: 0.3,
    });
  });

  it('an unchanged source is saved as it is, with what the form does not show', () => {
    expect(inputOf(draftOf(source), source)).toEqual(source);
  });

  it('values that are not filled in are typed one a line, and blank and repeated lines do not count', () => {
    const draft = { ...draftOf(undefined), name: 'A', emptyValues: ' k.A.\n\n-\nk.A.\n' };
    expect(inputOf(draft).emptyValues).toEqual(['k.A.', '-']);
  });
});
