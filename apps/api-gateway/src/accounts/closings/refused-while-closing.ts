import type { ApiRoute } from '../../edge/routing/api-route.ts';

const PATH_OF_ACCOUNT = '/admin/accounts/{id}';

/** True if a route changes an account, that of its caller or of its path, and so is refused while the account is being closed. */
export const isRefusedWhileClosing = ({
  access,
  isOpenWhileClosing,
  method,
  path,
}: Pick<ApiRoute, 'access' | 'isOpenWhileClosing' | 'method' | 'path'>): boolean =>
  method !== 'GET' &&
  !isOpenWhileClosing &&
  access !== 'open' &&
  (access !== 'operator' || path.startsWith(PATH_OF_ACCOUNT));
