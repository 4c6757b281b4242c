import { peakMemoryBytes } from '@estate/testing';
import { openimmoFtp } from '../index.ts';
import { account, AttachmentFiles, forget, profile, setPublication, snapshot, tools } from './fixtures.ts';

/** A publication to run: the address of the server, and its encryption. */
export interface PublicationWish {
  number: number;
  port: number;
  secure: boolean;
}

export interface PublicationResult {
  number: number;
  outcome: Awaited<ReturnType<typeof publish>>;
  /** The peak memory of the process so far. */
  peakMegabytes: number;
}

const PHOTO_BYTES = 4_000_000;
const files = new AttachmentFiles();
const never = new AbortController().signal;
/** Longer than the silence of a busy machine. */
const timeouts = { connectMs: 2000, commandMs: 6000, transferIdleMs: 6000 };
const photo = files.add(Buffer.alloc(PHOTO_BYTES, 7));

/** Publishes once with the unchanged adapter, like a lane. */
async function publish({ port, secure }: Omit<PublicationWish, 'number'>) {
  const platform = openimmoFtp(profile(), tools(files, { timeouts }));
  const opening = await platform.open(account({ port, secure }), never);
  if (!opening.ok) return opening;
  const publication = setPublication({ snapshot: snapshot({ attachments: [await photo] }) });
  const outcome = await opening.session.set(publication, never, forget);
  await opening.session.close();
  return outcome;
}

/** A separate process, so that its memory is that of the adapter; it ends with the channel to its parent. */
process.on('message', ({ number, ...wish }: PublicationWish) => {
  void publish(wish).then((outcome) => {
    const peakMegabytes = peakMemoryBytes() / 1_000_000;
    process.send?.({ number, outcome, peakMegabytes } satisfies PublicationResult);
  });
});
process.once('disconnect', () => void files.remove().then(() => process.exit()));
process.send?.('ready');
