import { deployed } from '../src/derived/deployed.ts';
import { configMaps } from '../src/kubernetes/config-maps.ts';
import { documentsBy } from '../src/kubernetes/documents.ts';
import { readValues } from '../src/kubernetes/read-values.ts';
import { addressesIn, newSecrets } from '../src/secrets.ts';

/** Another value at a path of a values file, or none. */
export type Change = readonly [path: string, value: unknown];

/** The values of an installation by the places that they have in its documents. */
type Places = ReadonlyMap<string, string>;
/** The same for what differs; undefined for a place that there is not any more. */
type Effect = ReadonlyMap<string, string | undefined>;

interface Group {
  changes: readonly Change[];
  effect: Effect;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function keep(found: Map<string, string>, place: string, value: unknown): void {
  const inner = isObject(value)
    ? Object.entries(value instanceof Map ? Object.fromEntries(value) : value)
    : [];
  if (inner.length === 0 && value !== undefined) found.set(place, JSON.stringify(value));
  for (const [key, one] of inner) keep(found, `${place} / ${key}`, one);
}

/** Reads where the values of an installation end up, before anything is rendered; to be called in the root of the workspace. */
async function placesOf(): Promise<(values: unknown) => Places> {
  const services = await deployed();
  return (given) => {
    const values = readValues(given);
    const sources = { services, secrets: { needed: newSecrets(addressesIn(values)) } };
    const documents = documentsBy(sources).flatMap(([, made]) => [...made(values, sources)]);
    const found = new Map<string, string>();
    for (const one of documents as { kind: string; metadata?: { name: string } }[])
      keep(found, `${one.kind} ${one.metadata?.name ?? ''}`, one);
    for (const one of configMaps(values)) keep(found, `ConfigMap ${one.name}`, one);
    return found;
  };
}

const differences = (before: Places, after: Places): Effect =>
  new Map(
    [...new Set([...before.keys(), ...after.keys()])].flatMap((place) =>
      before.get(place) === after.get(place) ? [] : [[place, after.get(place)] as const],
    ),
  );

const isSame = (one: Effect, other: Effect): boolean =>
  one.size === other.size &&
  [...one].every(([place, value]) => other.has(place) && other.get(place) === value);

/**
 * Changes in as few groups as possible: within a group each has the whole effect that it has alone, so that one installation shows them all.
 * @throws Error for a change without an effect
 */
export async function combined(
  changes: readonly Change[],
  valuesWith: (some: readonly Change[]) => unknown,
): Promise<(readonly Change[])[]> {
  const places = await placesOf();
  const unchanged = places(valuesWith([]));
  const effectOf = (...some: readonly Change[]) => differences(unchanged, places(valuesWith(some)));
  /** The group with one change more; undefined where the change, or one of the group, has another effect there. */
  const joined = (group: Group, change: Change, own: Effect): Group | undefined => {
    if ([...own.keys()].some((place) => group.effect.has(place))) return undefined;
    const [all, effect] = [[...group.changes, change], new Map([...group.effect, ...own])];
    try {
      return isSame(effectOf(...all), effect) ? { changes: all, effect } : undefined;
    } catch {
      // Together they are no values that an installation may have.
      return undefined;
    }
  };
  const groups: Group[] = [];
  for (const change of changes) {
    const own = effectOf(change);
    if (own.size === 0) throw new Error(`${change[0]} has no effect`);
    const place = groups.findIndex((group, index) => {
      const larger = joined(group, change, own);
      if (larger) groups[index] = larger;
      return larger !== undefined;
    });
    if (place === -1) groups.push({ changes: [change], effect: own });
  }
  return groups.map((group) => group.changes);
}
