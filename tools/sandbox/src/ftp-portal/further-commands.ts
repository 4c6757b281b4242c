import { answerHash } from './checksums.ts';
import type { FtpSession } from './ftp-session.ts';
import { answerMlsd, answerMlst } from './machine-listing.ts';

/** ftp-srv shares its table of commands between all servers of a process, so these are answered in each session. */
export const FURTHER_COMMANDS: ReadonlyMap<string, (session: FtpSession, path: string) => Promise<void>> =
  new Map([
    ['HASH', answerHash],
    ['MLSD', answerMlsd],
    ['MLST', answerMlst],
  ]);

const FEATURES = ['HASH SHA-256*', 'MLST type*;size*;modify*;'];
const FEATURES_CODE = 211;

/** The lines of a reply; those to `FEAT` name the further commands. */
export const withFurtherFeatures = (code: number | undefined, lines: readonly unknown[]): unknown[] => {
  if (code !== FEATURES_CODE || lines.length < 2) return [...lines];
  const further = FEATURES.map((feature) => ({ message: ` ${feature}`, raw: true }));
  return [...lines.slice(0, -1), ...further, lines.at(-1)];
};
