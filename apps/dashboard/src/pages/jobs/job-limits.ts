/** The maximum number of ids in a job. */
export const IDS_MAX = 4000;

/** Queries that are invalidated after a job was started. */
export const TOUCHED_BY_JOBS = [
  ['jobs'],
  ['properties'],
  ['property-listings'],
  ['listings'],
  ['counts'],
] as const;
