import type { FetchResult } from '../domain/processing.ts';
import type { PropertyRecord } from '../domain/property.ts';
import type { RenditionResult } from '../domain/rendition.ts';

/** What the work on one property has come to. */
export interface PropertyRun {
  record: PropertyRecord;
  fetches: Map<string, FetchResult>;
  renditions: Map<string, RenditionResult>;
  /** Where the bytes of a URL are put while it is worked on. */
  pathOf: (url: string) => string;
  signal: AbortSignal;
}
