import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { FTPError, type Client } from 'basic-ftp';

export type Algorithm = 'sha256' | 'sha1' | 'md5' | 'crc32';

/** The command for the checksum of a file. */
export interface ChecksumCommand {
  /** `HASH` (draft-bryan-ftpext-hash) or one of the older commands with a fixed algorithm. */
  command: 'HASH' | (typeof ALGORITHMS)[number]['command'];
  algorithm: Algorithm;
  /** The argument of `OPTS HASH`, for an algorithm that is not the server's default. */
  select?: string;
}

/** The algorithms, the strongest first, each with its name in the registry of `HASH` and its older command. */
const ALGORITHMS = [
  { algorithm: 'sha256', name: 'SHA-256', command: 'XSHA256' },
  { algorithm: 'sha1', name: 'SHA-1', command: 'XSHA1' },
  { algorithm: 'md5', name: 'MD5', command: 'XMD5' },
  { algorithm: 'crc32', name: 'CRC32', command: 'XCRC' },
] as const;

const DIGEST_CHARACTERS: Record<Algorithm, number> = { sha256: 64, sha1: 40, md5: 32, crc32: 8 };

/** The command to use with a server of these features (the lines of `FEAT`); undefined if it offers no checksum. */
export function checksumCommandOf(features: ReadonlyMap<string, string>): ChecksumCommand | undefined {
  const offered = (features.get('HASH') ?? '').toUpperCase().split(';');
  for (const { name, algorithm } of ALGORITHMS) {
    if (offered.includes(`${name}*`)) return { command: 'HASH', algorithm };
    if (offered.includes(name)) return { command: 'HASH', algorithm, select: name };
  }
  const older = ALGORITHMS.find(({ command }) => features.has(command));
  return older && { command: older.command, algorithm: older.algorithm };
}

/** Passes chunks on and computes their checksum. */
export class ChecksumOf {
  readonly #hash: ReturnType<typeof createHash> | undefined;
  #crc = 0;

  constructor(algorithm: Algorithm) {
    this.#hash = algorithm === 'crc32' ? undefined : createHash(algorithm);
  }

  async *passing(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (this.#hash) this.#hash.update(chunk);
      else this.#crc = crc32(chunk, this.#crc);
      yield chunk;
    }
  }

  /** The digest in hexadecimal, lower case; to be called once, after the last chunk. */
  digest(): string {
    return this.#hash?.digest('hex') ?? this.#crc.toString(16).padStart(DIGEST_CHARACTERS.crc32, '0');
  }
}

/** The possible checksums of a stored file; empty if the server refuses or its reply contains none. */
export async function storedChecksums(
  client: Client,
  { command, algorithm }: ChecksumCommand,
  name: string,
): Promise<string[]> {
  try {
    const { message } = await client.send(`${command} ${name}`);
    return digestsIn(message, algorithm, name);
  } catch (error) {
    // 421 closes the connection.
    if (error instanceof FTPError && error.code !== 421) return [];
    throw error;
  }
}

/**
 * The digests in a reply. Formats differ: `213 SHA-256 0-49 <digest> <name>`, `250 <digest>`, `250 XCRC "<DIGEST>"`. A digest is a token of
 * its length; servers leave out leading zeros of a CRC-32.
 */
export function digestsIn(message: string, algorithm: Algorithm, name: string): string[] {
  const characters = DIGEST_CHARACTERS[algorithm];
  const tokens = message
    .replace(/^\d{3}[ -]/, '')
    .replace(name, ' ')
    .split(/[\s"'.,:;=()]+/)
    .map((token) => token.replace(/^0x/i, '').toLowerCase())
    .filter(isHexadecimal);
  const whole = tokens.filter((token) => token.length === characters);
  if (whole.length > 0 || algorithm !== 'crc32') return whole;
  return tokens.filter(({ length }) => length < characters).map((token) => token.padStart(characters, '0'));
}

const isHexadecimal = (token: string) => /^[0-9a-f]+$/.test(token);
