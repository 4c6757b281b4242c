/** What the plain script is asked to import. */
export interface ImportOrder {
  /** The package on the disk. */
  path: string;
  /** Where the photos are stored. */
  directory: string;
  mongoUri: string;
  database: string;
}
