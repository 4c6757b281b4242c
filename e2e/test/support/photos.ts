import { createHash } from 'node:crypto';
import type { StackAddresses } from '@estate/stack';
import { expect } from 'vitest';
import { sandboxOf } from './sandbox.ts';
import { addressOf } from './scrape.ts';

/** Every file that the portal shows is one that the catalog published, byte for byte. Returns how many there are. */
export async function expectFilesOfCatalog(stack: StackAddresses): Promise<number> {
  const objects = await sandboxOf(stack).objects();
  const hashes = new Set(
    objects.flatMap(({ media }) => media.filter(({ remote }) => !remote).map(({ sha256 }) => sha256)),
  );
  for (const hash of hashes) {
    const answer = await fetch(`http://${addressOf(stack, 'catalog')}/attachments/${hash ?? ''}`);
    expect(answer.status, `the catalog has no file ${hash ?? ''}`).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
  }
  return hashes.size;
}
