import type { Permission, Role } from '@estate/client';
import { useRights } from '../api/rights.ts';
import { useSpeech } from '../text/language.tsx';

const ROLE_FOR: Readonly<Record<Permission, Role>> = {
  read: 'viewer',
  write: 'editor',
  manage: 'admin',
  erase: 'admin',
};

/** The reason why a user without a permission cannot do something. */
export function useWhyNot(): (needs: Permission) => string {
  const { t } = useSpeech();
  const { role, isLook = false } = useRights();
  return (needs) => {
    if (isLook) return t('look.readOnly');
    if (!role) return t('app.readOnlyWhy');
    return t('app.roleWhy', { role: t(`role.${role}`), needed: t(`role.${ROLE_FOR[needs]}`) });
  };
}
