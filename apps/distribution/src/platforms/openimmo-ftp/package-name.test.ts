import { expect, it } from 'vitest';
import { packageIn, packageName } from './package-name.ts';

const identity = {
  provider: 'A/10#1 ä',
  listingId: 'd1a2b3c4e5f6g7h8i9j0',
  sequence: 12,
  at: new Date('2026-11-01T08:30:05.999Z'),
};

it('names a package from listing and sequence, so that a repeat has the same name', () => {
  const name = packageName('{provider}_{listingId}_{sequence}.zip', identity);
  expect(name).toBe('A-10-1-_d1a2b3c4e5f6g7h8i9j0_00000012.zip');
});

it('knows the time in UTC', () => {
  expect(packageName('x{time}.zip', identity)).toBe('x20261101083005.zip');
});

it.each([
  '{provider}_{listingId}_{sequence}.zip',
  'x.{sequence}-{time}-{listingId}.zip',
  '{listingId}_{sequence}_{listingId}.zip',
])('a name of the pattern %s is read back, also that of the document in the package', (pattern) => {
  const name = packageName(pattern, identity);
  const meant = { listingId: identity.listingId, sequence: 12 };
  expect(packageIn(pattern, name)).toEqual(meant);
  expect(packageIn(pattern, name.replace('.zip', '.xml'))).toEqual(meant);
  expect(packageIn(pattern, `a/${name}`)).toBeUndefined();
  expect(packageIn(pattern, 'openimmo.zip')).toBeUndefined();
});
