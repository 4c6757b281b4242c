import type {
  Import,
  ImportSource,
  ImportSourceInput,
  ImportSourceWithPassword,
  ReadSettings,
} from './contract-types.ts';
import type { ListQuery } from './page.ts';
import { Resource } from './resource.ts';
import type { CallOptions } from './transport.ts';

/** FTP logins to which estate software exports. Only the response to `create` contains the password. */
export class ImportSources extends Resource<{
  resource: ImportSource;
  input: ImportSourceInput;
  update: ImportSourceInput;
  query: ListQuery;
  created: ImportSourceWithPassword;
}> {
  /**
   * Reads the newest package again with other settings, as a dry run; the import says how many objects differ.
   * @throws ApiError (409 if no package is kept), ConnectionError
   */
  preview(id: string, settings: ReadSettings, options?: CallOptions): Promise<Import> {
    return this.order({ id, action: 'preview', body: settings, options });
  }

  /** Tries again to list what could not be listed; `unlisted` shows what is left. @throws ApiError, ConnectionError */
  retryListings(id: string, options?: CallOptions): Promise<ImportSource> {
    return this.act(id, 'retry-listings', options);
  }

  /** Replaces the password, which only this response contains. @throws ApiError, ConnectionError */
  rotatePassword(id: string, options?: CallOptions): Promise<ImportSourceWithPassword> {
    return this.act(id, 'rotate-password', options);
  }
}
