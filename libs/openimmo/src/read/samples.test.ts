import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../test-support/read-events.ts';

const FOLDER = new URL('../test-support/samples/', import.meta.url);
const SAMPLES = readdirSync(FOLDER).filter((name) => name.endsWith('.xml'));

/** The samples are UTF-8 for reading; what declares another charset is given in it. */
function bytesOf(name: string): Buffer {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  return Buffer.from(text, text.includes('encoding="ISO-8859-1"') ? 'latin1' : 'utf8');
}

describe('a document as other software exports it', () => {
  it.each(SAMPLES)('%s is read as the result that was looked at', async (name) => {
    const { events, error } = await readEvents(bytesOf(name));
    expect(error).toBeUndefined();
    await expect(`${JSON.stringify(events, null, 2)}\n`).toMatchFileSnapshot(
      `../test-support/samples/${name.replace('.xml', '.json')}`,
    );
  });
});
