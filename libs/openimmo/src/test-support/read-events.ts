import { readPackage } from '../read/read-package.ts';
import type { PackageEvent, ReadOptions } from '../read/read-package.ts';

/** Splits bytes into pieces of a size. */
export async function* inPieces(bytes: Uint8Array, size = bytes.length): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

export interface ReadEvents {
  events: PackageEvent[];
  /** The reason why the package could not be read to its end. */
  error?: unknown;
}

/** Collects all events of a package, and its error. */
export async function readEvents(
  bytes: AsyncIterable<Uint8Array> | Uint8Array | string,
  options?: ReadOptions,
): Promise<ReadEvents> {
  const events: PackageEvent[] = [];
  const given = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  try {
    for await (const event of readPackage(given instanceof Uint8Array ? inPieces(given) : given, options)) {
      events.push(event);
    }
    return { events };
  } catch (error) {
    return { events, error };
  }
}

export const objectsIn = ({ events }: ReadEvents) =>
  events.flatMap((event) => (event.kind === 'object' ? [event.object] : []));
