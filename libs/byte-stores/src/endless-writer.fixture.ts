import { FilesBlobs } from './files-blobs.ts';

/** Writes an endless stream of bytes until it is killed. */
async function* endless(): AsyncGenerator<Buffer> {
  for (let piece = 0; ; piece += 1) {
    yield Buffer.alloc(100_000);
    if (piece === 5) process.send?.('writing');
  }
}

const [root = ''] = process.argv.slice(2);
const blobs = new FilesBlobs(root);
await blobs.write({ id: 'f'.repeat(24), name: 'aabb' }, endless());
