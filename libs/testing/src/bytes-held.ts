import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The measured bytes; if they exceed the expectation, the bytes after a garbage collection. */
export function bytesHeld(measure: () => number, expected: number): number {
  const bytes = measure();
  if (bytes <= expected) return bytes;
  // Only then: it takes long in a process that has loaded much. Twice: the first may complete a collection that has already
  // begun, which keeps what has been released since.
  collectGarbage();
  collectGarbage();
  return measure();
}
