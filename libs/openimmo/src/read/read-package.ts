import { marksOfDocument } from './decimal-mark.ts';
import { decodedText } from './decode.ts';
import type { EmbeddedWriter } from './embedded.ts';
import { XmlEvents } from './events.ts';
import { PackageUnreadable, READ_LIMITS } from './limits.ts';
import type { ReadLimits } from './limits.ts';
import { withoutEmptyValues } from './empty-values.ts';
import { PackageBuilder } from './package-builder.ts';
import type { BuiltPart } from './package-builder.ts';
import { readObject } from './read-object.ts';
import type { ImportedObject } from './read-object.ts';
import type { Provider, Transfer } from './transfer.ts';
import { isAmbiguousNumber } from './values.ts';
import type { Marks } from './values.ts';

const DEFAULT_COUNTRY = 'DEU';

export type PackageEvent =
  | { kind: 'transfer'; transfer: Transfer }
  /** `before` is the result with the habits for comparison. */
  | { kind: 'object'; object: ImportedObject; before?: ImportedObject }
  /** The end of a provider, with its complete data and the number of its objects. */
  | { kind: 'provider'; provider: Provider; objects: number };

/** The known habits of the software that wrote a document. */
export interface SoftwareHabits {
  /** The country of objects without one, as an ISO 3166-1 alpha-3 code. */
  country?: string | undefined;
  /** Its texts for an empty field, in any case. */
  emptyValues?: readonly string[] | undefined;
}

export interface ReadOptions extends SoftwareHabits {
  /** Habits with which objects are also read, for comparison. */
  comparedWith?: SoftwareHabits;
  /** True if the result contains the sources of fields. */
  tellsOrigins?: boolean;
  limits?: Partial<ReadLimits>;
  /** Opens the document again, to determine the decimal mark of its other objects where a number alone is ambiguous. */
  openAgain?: () => Promise<AsyncIterable<Uint8Array>>;
  /** Stores embedded files; without it, they are only measured. */
  openFile?: () => EmbeddedWriter;
}

/**
 * Reads an OpenImmo document object by object. Problems of an object are part of its result; the memory usage does not grow with the
 * document.
 * @throws PackageUnreadable if the document cannot be read (any further); earlier objects have been returned
 */
export async function* readPackage(
  bytes: AsyncIterable<Uint8Array>,
  { limits, openFile, openAgain, ...reading }: ReadOptions = {},
): AsyncGenerator<PackageEvent> {
  const all = { ...READ_LIMITS, ...limits };
  const builder = new PackageBuilder(all, openFile);
  const events = new XmlEvents(builder, all);
  let marks: Promise<Marks | undefined> | undefined;
  const eventOf = async (part: BuiltPart): Promise<PackageEvent> => {
    const event = readPart(part, all, reading);
    if (openAgain === undefined || !isAmbiguous(event)) return event;
    marks ??= openAgain().then((again) => marksOfDocument(again, all));
    return readPart(part, all, { ...reading, marks: await marks.catch(unlessUnreadable) });
  };
  try {
    for await (const text of decodedText(bytes, all.bytes)) {
      const failure = attempt(() => {
        events.write(text);
      });
      // Objects that were complete before the failure count.
      for (const part of await builder.take()) yield await eventOf(part);
      if (failure !== undefined) throw failure.error;
    }
    events.end();
    for (const part of await builder.take()) yield await eventOf(part);
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

/** Ignores that a document is unreadable; the main pass reports it where it occurs. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof PackageUnreadable)) throw error;
}

const isAmbiguous = (event: PackageEvent): boolean =>
  event.kind === 'object' &&
  [event.object, event.before].some((one) =>
    one?.problems.some(
      ({ reason, value = '' }) =>
        reason === 'number_ambiguous' || (reason === 'value_doubtful' && isAmbiguousNumber(value)),
    ),
  );

type Reading = SoftwareHabits &
  Pick<ReadOptions, 'comparedWith' | 'tellsOrigins'> & { marks?: Marks | undefined };

function readPart(part: BuiltPart, limits: ReadLimits, reading: Reading): PackageEvent {
  if (part.kind !== 'object') return part;
  const { comparedWith, marks } = reading;
  const object = objectOf(part, limits, reading);
  return {
    kind: 'object',
    object,
    ...(comparedWith && { before: objectOf(part, limits, { ...comparedWith, marks }) }),
  };
}

function objectOf(
  part: BuiltPart & { kind: 'object' },
  limits: ReadLimits,
  { country = DEFAULT_COUNTRY, emptyValues = [], tellsOrigins = false, marks }: Reading,
): ImportedObject {
  const element = withoutEmptyValues(part.element, emptyValues);
  return readObject({ ...part, element }, limits, { country, tellsOrigins, marks });
}
