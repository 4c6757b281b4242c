import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import type { FormatConfig } from 'oxfmt';

const { ignorePatterns: _ignored, ...config } = JSON.parse(
  readFileSync(new URL('../../../.oxfmtrc.json', import.meta.url), 'utf8'),
) as FormatConfig & { ignorePatterns: string[] };

/** The text as the formatter wants it in this file. @throws Error for a text that is not what the file's ending says */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, config);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
