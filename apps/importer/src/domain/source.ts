/** What an import needs to know of its source. */
export interface SourceSettings {
  id: string;
  /** Targets on which new properties are listed. */
  targetIds: readonly string[];
  preventPublication?: boolean;
  /** A full transfer that would delete a larger share of the properties waits for a confirmation. */
  maxRemovedShare: number;
}
