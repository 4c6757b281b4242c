import { PERMISSIONS_OF_ROLE } from '@estate/contracts';
import type { Role } from '@estate/contracts';
import { NotAllowed } from '@estate/errors';
import type { Call } from '../../edge/routing/call.ts';

/** Checks that a role has no more permissions than the caller. @throws NotAllowed */
export function requireOwnPermissions(role: Role, { permissions }: Pick<Call, 'permissions'>): void {
  const missing = PERMISSIONS_OF_ROLE[role].find((permission) => !permissions.includes(permission));
  if (missing === undefined) return;
  throw new NotAllowed(`An API key without the permission ${missing} cannot give the role ${role}.`, {
    code: 'scope-missing',
  });
}
