import type { FtpUser } from '@estate/stack';

/** One for each target that a test file creates. */
const PORTAL_USERS = 4;

/** The users of a test file on the portal. */
export const portalUsersOf = (name: string): FtpUser[] =>
  Array.from({ length: PORTAL_USERS }, (_, index) => ({
    username: `${name}-${String(index + 1)}`,
    password: `portal-${String(index + 1)}`,
  }));
