import { LIMITS } from './limits.ts';

/** The headers of an email or a part as they stand, unfolded, names in lower case. */
export interface MailHead {
  first(name: string): string | undefined;
  all(name: string): string[];
  /** Where the body begins. */
  bodyAt: number;
  /** There are more headers than are read. */
  isCut: boolean;
}

/** Reads the headers without decoding anything; of endless ones only the beginning. */
export function readHead(raw: Uint8Array): MailHead {
  const bodyAt = endOfHead(raw);
  const text = Buffer.from(raw.subarray(0, Math.min(bodyAt, LIMITS.headBytes))).toString('latin1');
  const fields = new Map<string, string[]>();
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const values = fields.get(name) ?? [];
    values.push(line.slice(colon + 1).trim());
    fields.set(name, values);
  }
  const all = (name: string) => fields.get(name) ?? [];
  return { first: (name) => all(name)[0], all, bodyAt, isCut: bodyAt > LIMITS.headBytes };
}

/** Behind the first empty line, which is the first line of a part without headers. */
function endOfHead(raw: Uint8Array): number {
  if (raw[0] === 0x0a) return 1;
  if (raw[0] === 0x0d && raw[1] === 0x0a) return 2;
  for (let at = raw.indexOf(0x0a); at !== -1; at = raw.indexOf(0x0a, at + 1)) {
    if (raw[at + 1] === 0x0a) return at + 2;
    if (raw[at + 1] === 0x0d && raw[at + 2] === 0x0a) return at + 3;
  }
  return raw.length;
}
