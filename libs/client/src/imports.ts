import { ImportsActions } from './actions.ts';
import type { Import, ImportState } from './contract-types.ts';
import type { ListQuery } from './page.ts';
import type { CallOptions } from './transport.ts';

/** Long enough for 500 MB over a slow line. */
const UPLOAD_TIMEOUT_MS = 3_600_000;

export interface ImportQuery extends ListQuery {
  /** Only imports of this import source. */
  sourceId?: string | undefined;
  state?: ImportState | undefined;
}

/** What is said of a package beside its bytes. */
export interface ImportSettings {
  fileName?: string | undefined;
  /** The import source whose package it is. */
  sourceId?: string | undefined;
  /** Changes nothing, and shows what would happen. */
  dryRun?: boolean | undefined;
}

/** OpenImmo packages, and what became of them. */
export class Imports extends ImportsActions<Import, ImportQuery> {
  /** Sends a package: a ZIP file, or an OpenImmo document. The import runs afterwards. @throws ApiError, ConnectionError */
  create(content: Blob, settings?: ImportSettings, options?: CallOptions): Promise<Import> {
    return this.order({ query: settings, upload: content, leastTimeoutMs: UPLOAD_TIMEOUT_MS, options });
  }
}
