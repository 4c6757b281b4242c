import { Unavailable } from '@estate/errors';
import { expect, it } from 'vitest';
import { Spool } from '../../attachments/spool.ts';
import type { Fit } from '../../attachments/fit-image.ts';
import type { Sender } from './account.ts';
import type { PackedAttachment } from './attachment-plan.ts';
import { entriesOf } from './pack.ts';
import { account, profile } from './test-support/fixtures.ts';

const fit: Fit = { from: 'image/jpeg', to: 'image/jpeg', maxBytes: 1, longestEdge: 1 };
const pictures = Array.from({ length: 40 }, (_, position): PackedAttachment => ({
  ...{ name: `${position}.jpg`, sha256: String(position).padStart(64, '0'), size: 9, position, fit },
  ...{ group: 'BILD', title: undefined, mediaType: 'image/jpeg' },
}));

it('a package whose store does not answer asks it for no further picture', async () => {
  let asked = 0;
  const attachment = () => {
    asked += 1;
    return Promise.reject(new Unavailable('The catalog does not answer.'));
  };
  const sender = {
    account: account({ port: 1 }),
    profile: profile(),
    tools: { attachment },
  } as unknown as Sender;
  const identity = { provider: 'A', listingId: 'l', sequence: 1, at: new Date(0) };
  const content = { identity, document: Buffer.alloc(0), files: pictures };
  await expect(entriesOf(sender, content, new Spool(''))).rejects.toThrow('The catalog does not answer.');
  // So many are fitted at once.
  expect(asked).toBeLessThanOrEqual(2);
});
