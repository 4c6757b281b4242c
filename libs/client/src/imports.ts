import type { Import, ImportObject, ImportOutcome, ImportState, ImportSummary } from './contract-types.ts';
import { List } from './page.ts';
import type { ListQuery } from './page.ts';
import { Readable } from './resource.ts';
import type { CallOptions } from './transport.ts';

/** Long enough for 500 MB over a slow line. */
const UPLOAD_TIMEOUT_MS = 3_600_000;

export interface ImportQuery extends ListQuery {
  /** Only imports of this import source. */
  sourceId?: string | undefined;
  state?: ImportState | undefined;
}

export interface ImportObjectQuery extends ListQuery {
  outcome?: ImportOutcome | undefined;
  /** Only objects of a preview that read differently. */
  differing?: boolean | undefined;
  /** Only objects with exactly this number or external id. */
  q?: string | undefined;
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
export class Imports extends Readable<Import, ImportQuery> {
  /** Sends a package: a ZIP file, or an OpenImmo document. The import runs afterwards. @throws ApiError, ConnectionError */
  create(content: Blob, settings?: ImportSettings, options?: CallOptions): Promise<Import> {
    return this.order({
      ...{ method: 'POST', query: settings, upload: content, options },
      leastTimeoutMs: UPLOAD_TIMEOUT_MS,
    });
  }

  /** The objects of an import, and what became of each. */
  objects(id: string): List<ImportObject, ImportObjectQuery> {
    return new List(this.transport, this.pathOf(id, 'objects'));
  }

  /** What an import did not use, and what it could not list. @throws ApiError, ConnectionError */
  summary(id: string, options?: CallOptions): Promise<ImportSummary> {
    return this.read(this.pathOf(id, 'summary'), options);
  }

  /** Lets a full transfer delete more properties than its source allows. @throws ApiError, ConnectionError */
  confirm(id: string, options?: CallOptions): Promise<Import> {
    return this.act(id, 'confirm', options);
  }

  /** Stops an import; what was applied before stays. @throws ApiError, ConnectionError */
  cancel(id: string, options?: CallOptions): Promise<Import> {
    return this.act(id, 'cancel', options);
  }
}
