import { describe, expect, it } from 'vitest';
import { permissionsOfScopes } from './permissions.ts';

describe('the permissions of an API key', () => {
  it('a key with the scope read only reads', () => {
    expect(permissionsOfScopes(['read'])).toEqual(['read']);
  });

  it('a key with the scope write manages webhooks and keys, but does not erase personal data', () => {
    expect(permissionsOfScopes(['write'])).toEqual(['write', 'manage']);
  });

  it('a key with all scopes may do everything', () => {
    expect(permissionsOfScopes(['read', 'write'])).toEqual(['read', 'write', 'manage', 'erase']);
  });
});
