import type { Role } from '@estate/client';
import { useSpeech } from '../../text/language.tsx';

const ROLES: readonly Role[] = ['viewer', 'editor', 'admin'];

/** The roles as choices, with their permissions. */
export function useRoles(): { data: { value: Role; label: string }[]; textOf: (role: Role) => string } {
  const { t } = useSpeech();
  return {
    data: ROLES.map((value) => ({ value, label: t(`role.${value}`) })),
    textOf: (role) => t(`role.${role}Text`),
  };
}
