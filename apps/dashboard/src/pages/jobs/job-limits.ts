/** As many properties as a job takes one by one. */
export const IDS_MAX = 4000;

/** These queries are read again once a job was started. */
export const TOUCHED_BY_JOBS = [
  ['jobs'],
  ['properties'],
  ['property-listings'],
  ['listings'],
  ['counts'],
] as const;
