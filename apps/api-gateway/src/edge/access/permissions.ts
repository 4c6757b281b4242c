import type { Permission, Scope } from '@estate/contracts';

/** The permissions of a key: with the scope `write` it also manages webhooks and keys, and with all scopes it erases personal data. */
export function permissionsOfScopes(scopes: readonly Scope[]): Permission[] {
  const mayWrite = scopes.includes('write');
  return [
    ...scopes,
    ...(mayWrite ? (['manage'] as const) : []),
    ...(mayWrite && scopes.includes('read') ? (['erase'] as const) : []),
  ];
}
