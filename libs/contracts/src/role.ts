import { z } from 'zod';

/** Permissions: read everything, change it, manage webhooks, keys and users, erase personal data. */
export const PERMISSIONS = ['read', 'write', 'manage', 'erase'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const Role = z.enum(['viewer', 'editor', 'admin']).meta({
  id: 'Role',
  description:
    '`viewer` reads everything but secrets. `editor` also creates, changes and deletes properties, contacts, targets and listings, and pauses, retries and resends. `admin` also manages webhooks, API keys and users, and erases personal data.',
});
export type Role = z.infer<typeof Role>;

export const PERMISSIONS_OF_ROLE: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['read'],
  editor: ['read', 'write'],
  admin: PERMISSIONS,
};
