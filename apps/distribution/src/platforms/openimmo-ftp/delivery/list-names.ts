import type { Socket } from 'node:net';
import type { Client } from 'basic-ftp';
import { openDataConnection, transfer } from './data-connection.ts';
import { OverLimit } from './failures.ts';

/** The maximum size of a listing: more than that of a portal that keeps the packages of years. */
const LISTING_MEGABYTES_MAX = 64;
const NAMES_MAX = 800_000;
const NAME_CHARACTERS_MAX = 4096;
/** The maximum number of names; further ones are found in a later session. */
const WANTED_MAX = 100;

/** The first wanted names in the current directory; others are dropped as they arrive. An endless listing closes the connection. */
export async function listNames({ ftp }: Client, isWanted: (name: string) => boolean): Promise<string[]> {
  const data = await openDataConnection(ftp);
  try {
    const names = namesFrom(data, { isWanted, refuse: (reason) => ftp.closeWithError(reason) });
    await transfer(ftp, 'NLST', () => names);
    return await names;
  } finally {
    data.destroy();
  }
}

interface Reader {
  isWanted(name: string): boolean;
  /** Ends the session. */
  refuse(reason: OverLimit): void;
}

/** The names in a listing. If it breaks off, missing names are found another time. */
function namesFrom(data: Socket, { isWanted, refuse }: Reader): Promise<string[]> {
  const wanted: string[] = [];
  let rest = '';
  let characters = 0;
  let names = 0;
  const take = (line: string) => {
    const name = line.trim().replace(/^.*[/\\]/, '');
    if (wanted.length < WANTED_MAX && isWanted(name)) wanted.push(name);
  };
  const excess = () => {
    if (names > NAMES_MAX) return `The directory has more than ${NAMES_MAX} names.`;
    if (characters > LISTING_MEGABYTES_MAX * 1e6)
      return `The listing has more than ${LISTING_MEGABYTES_MAX} MB.`;
    return rest.length > NAME_CHARACTERS_MAX
      ? `The listing has a name of more than ${NAME_CHARACTERS_MAX} characters.`
      : undefined;
  };
  data.setEncoding('utf8');
  data.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    names += lines.length;
    characters += text.length;
    lines.forEach(take);
    const reason = excess();
    if (reason === undefined) return;
    data.destroy();
    refuse(new OverLimit(reason));
  });
  data.on('error', () => undefined);
  return new Promise((resolve) => {
    data.once('close', () => {
      take(rest);
      resolve(wanted);
    });
  });
}
