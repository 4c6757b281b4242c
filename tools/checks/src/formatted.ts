import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import type { FormatConfig } from 'oxfmt';

const { ignorePatterns: _ignored, ...config } = JSON.parse(
  readFileSync(new URL('../../../.oxfmtrc.json', import.meta.url), 'utf8'),
) as FormatConfig & { ignorePatterns: string[] };

/** The text in the format for this file. @throws Error for a text that does not match the file extension */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, config);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
