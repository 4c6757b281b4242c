import type { Habits } from './draft.ts';
import { decodedText } from './decode.ts';
import type { EmbeddedWriter } from './embedded.ts';
import { XmlEvents } from './events.ts';
import { READ_LIMITS } from './limits.ts';
import type { ReadLimits } from './limits.ts';
import { PackageBuilder } from './package-builder.ts';
import type { BuiltPart } from './package-builder.ts';
import { readObject } from './read-object.ts';
import type { ImportedObject } from './read-object.ts';
import type { Provider, Transfer } from './transfer.ts';

export type PackageEvent =
  | { kind: 'transfer'; transfer: Transfer }
  | { kind: 'object'; object: ImportedObject }
  /** The end of a provider, with all that is known of it, and how many objects it had. */
  | { kind: 'provider'; provider: Provider; objects: number };

export interface ReadOptions {
  /** The country of objects that name none, as an ISO 3166-1 alpha-3 code. */
  country?: string;
  limits?: Partial<ReadLimits>;
  /** Stores embedded files; without it, they are only measured. */
  openFile?: () => EmbeddedWriter;
}

/**
 * Reads an OpenImmo document object by object. What is wrong with one object is said in it; the memory that is needed does not grow
 * with the document.
 * @throws PackageUnreadable when the document cannot be read (any further); the objects before have been given
 */
export async function* readPackage(
  bytes: AsyncIterable<Uint8Array>,
  { limits, openFile, country = 'DEU' }: ReadOptions = {},
): AsyncGenerator<PackageEvent> {
  const all = { ...READ_LIMITS, ...limits };
  const builder = new PackageBuilder(all, openFile);
  const events = new XmlEvents(builder, all);
  try {
    for await (const text of decodedText(bytes, all.bytes)) {
      const failure = attempt(() => {
        events.write(text);
      });
      // What was complete before the failure counts.
      for (const part of await builder.take()) yield eventOf(part, all, { country });
      if (failure !== undefined) throw failure.error;
    }
    events.end();
    for (const part of await builder.take()) yield eventOf(part, all, { country });
  } finally {
    await builder.discard();
  }
}

function attempt(work: () => void): { error: unknown } | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return { error };
  }
}

const eventOf = (part: BuiltPart, limits: ReadLimits, habits: Pick<Habits, 'country'>): PackageEvent =>
  part.kind === 'object' ? { kind: 'object', object: readObject(part, limits, habits) } : part;
