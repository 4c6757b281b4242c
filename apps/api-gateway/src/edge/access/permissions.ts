import type { Permission, Scope } from '@estate/contracts';

/** The permissions of a key: the scope `write` includes webhooks and keys, and all scopes together include erasing personal data. */
export function permissionsOfScopes(scopes: readonly Scope[]): Permission[] {
  const mayWrite = scopes.includes('write');
  return [
    ...scopes,
    ...(mayWrite ? (['manage'] as const) : []),
    ...(mayWrite && scopes.includes('read') ? (['erase'] as const) : []),
  ];
}
