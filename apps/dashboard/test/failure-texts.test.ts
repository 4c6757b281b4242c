import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { failureMessages } from '../src/text/failure-messages.ts';

const FILE = fileURLToPath(new URL('../../api-gateway/reference/failure-texts.json', import.meta.url));

it('the pages of failure codes in the reference have the texts of the dashboard; UPDATE_SNAPSHOTS=true writes them', () => {
  const messages = failureMessages as Readonly<Record<string, readonly [string, string]>>;
  const codes = Object.keys(messages).flatMap((key) => (key.startsWith('code.') ? [key.slice(5)] : []));
  const texts = codes.map((code) => {
    const both = [messages[`code.${code}`], messages[`do.${code}`]].filter((one) => one !== undefined);
    return [code, { en: both.map(([en]) => en), de: both.map(([, de]) => de) }] as const;
  });
  const text = `${JSON.stringify(Object.fromEntries(texts), undefined, 1)}\n`;
  if (process.env['UPDATE_SNAPSHOTS'] === 'true') writeFileSync(FILE, text);
  expect(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '').toBe(text);
});
