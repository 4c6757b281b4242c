import { createContext, useContext } from 'react';
import type { Permission, Role } from '@estate/client';

/** The permissions of the user, and their origin. */
export interface Rights {
  permissions: readonly Permission[];
  /** The role of a user. */
  role?: Role;
  /** True if an operator views the account. */
  isLook?: boolean;
}

const RightsContext = createContext<Rights | undefined>(undefined);
export const RightsProvider = RightsContext.Provider;

/** @throws Error outside of a RightsProvider */
export function useRights(): Rights {
  const rights = useContext(RightsContext);
  if (!rights) throw new Error('useRights belongs inside a RightsProvider');
  return rights;
}

/** True if the user has the role of a viewer; false outside of a RightsProvider. */
export const useIsViewer = (): boolean => useContext(RightsContext)?.role === 'viewer';

export const usePermissions = (): readonly Permission[] => useRights().permissions;

/** True if the session may erase personal data. */
export const useMayErase = (): boolean => usePermissions().includes('erase');
