/** A result file that was handed over. */
export interface TakenFile {
  name: string;
  /** As the platform listed it. */
  state: string;
  /** How much of it was read; absent for one that is too large. */
  readBytes?: number;
  /** The SHA-256 of what was read, if that was all of the file. */
  sha256?: string;
  /** The SHA-256 of the last bytes that were read: of a file that has only grown, they are still there. */
  endSha256?: string;
  /** How a log or table begins, in base64: where only its end is read later, it has the header of the rows. */
  beginning?: string;
  /** When it was read. */
  readAt?: Date;
  /** When it was written, where the platform says so and what was read is what it listed then. */
  writtenAt?: Date;
  /** Not all of it was kept. */
  isCut?: true;
  /** Asked for its end alone, the server sent more than can be read. */
  isWithoutEnd?: true;
  /** It was read again, later than it could be written with the time that is listed, and had the same content. */
  isSettled?: true;
}

const GROWING = /\.(csv|log|txt)$/i;

/** True for a log or a table: what is new in it is at its end. */
export const isGrowing = (name: string): boolean => GROWING.test(name);
