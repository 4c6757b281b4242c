/** A result file that was handed over. */
export interface TakenFile {
  name: string;
  /** As the platform listed it. */
  state: string;
  /** How much of it was read; absent for one that is too large. */
  readBytes?: number;
  /** The SHA-256 of what was read. */
  sha256?: string;
  /** When it was written, where the platform says so and what was read is what it listed then. */
  writtenAt?: Date;
  /** Not all of it was kept. */
  isCut?: true;
}
