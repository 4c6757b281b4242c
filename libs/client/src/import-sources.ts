import type { ImportSourcesActions } from './actions.ts';
import type { ImportSource, ImportSourceInput, ImportSourceWithPassword } from './contract-types.ts';
import type { ListQuery } from './page.ts';

/** FTP logins to which estate software exports. Only the response to `create` contains the password. */
export type ImportSources = ImportSourcesActions<{
  resource: ImportSource;
  input: ImportSourceInput;
  update: ImportSourceInput;
  query: ListQuery;
  created: ImportSourceWithPassword;
}>;
