import { open, rm } from 'node:fs/promises';
import { isComplete } from './completeness.ts';

/** So many processes in a row may end while they look at a file. */
const LOOKS_MAX = 3;

/**
 * Whether a package is ready for the service. Each look that has begun is a byte of the mark, and the mark is removed when the look ends.
 * A file that no process could look at to its end counts as ready: whoever reads the package says what is wrong with it.
 */
export async function lookAt(file: string, mark: string): Promise<boolean> {
  const isGivenUp = await begin(mark);
  try {
    return isGivenUp || (await isComplete(file));
  } finally {
    await rm(mark, { force: true });
  }
}

/** True for a file that has had its looks. */
async function begin(mark: string): Promise<boolean> {
  const handle = await open(mark, 'a', 0o600);
  try {
    const { size } = await handle.stat();
    if (size < LOOKS_MAX) await handle.write('.');
    return size >= LOOKS_MAX;
  } finally {
    await handle.close();
  }
}
