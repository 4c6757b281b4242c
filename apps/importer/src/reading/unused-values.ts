import { UNUSED_SHOWN_MAX } from '@estate/contracts';
import type { ImportReason, UnusedValues } from '@estate/contracts';
import { decides, flagIn } from '@estate/openimmo/read';
import type { ImportedObject } from '@estate/openimmo/read';
import type { Unused } from '../domain/import.ts';

const LONGEST_PATH = 200;
const LONGEST_EXAMPLE = 100;

/** Elements that software always sends and that say nothing about the property. */
const NOISE: ReadonlySet<string> = new Set(['stand_vom', 'kennung_ursprung', 'weitergabe_generell']);

/** Problems of values that were not used. */
const NOT_USED: ReadonlySet<string> = new Set<ImportReason>([
  'commission_contradicts',
  'contact_value_left_out',
  'country_unknown',
  'currency_foreign',
  'decider_unknown',
  'energy_total_left_out',
  'flag_expected',
  'lease_period_missing',
  'link_refused',
  'number_expected',
  'parking_kind_left_out',
  'release_unknown',
  'text_expected',
  'text_unsaid',
  'value_repeated',
  'value_above_limit',
  'value_below_limit',
  'value_left_out',
  'value_refused',
]);

/** Counts the values that nothing was published from, by their elements. */
export class UnusedCounter {
  readonly #byPath = new Map<string, UnusedValues>();
  #listed = 0;
  #further = 0;

  add({
    unmapped,
    unmappedRest,
    problems,
  }: Pick<ImportedObject, 'unmapped' | 'unmappedRest' | 'problems'>): void {
    const refused = problems.flatMap(({ path, value, reason }) =>
      value !== undefined && path !== '' && NOT_USED.has(reason) ? { path, value } : [],
    );
    const ofObject = new Map<string, string>();
    for (const { path, value } of [...refused, ...unmapped])
      if (!isNoise(path, value) && !ofObject.has(path)) ofObject.set(path, value);
    for (const [path, value] of ofObject) this.#count(path.slice(0, LONGEST_PATH), value);
    this.#further += unmappedRest;
  }

  #count(path: string, value: string): void {
    const known = this.#byPath.get(path);
    if (known) known.objects += 1;
    else if (decides(path) || this.#listed < UNUSED_SHOWN_MAX) this.#list(path, value);
    else this.#further += 1;
  }

  #list(path: string, value: string): void {
    const isDecider = decides(path);
    if (!isDecider) this.#listed += 1;
    this.#byPath.set(path, {
      ...{ path, objects: 1, decides: isDecider },
      example: value.length > LONGEST_EXAMPLE ? `${value.slice(0, LONGEST_EXAMPLE)}…` : value,
    });
  }

  /** Deciding elements first, then the most frequent ones. */
  counted(): Unused {
    const values = [...this.#byPath.values()].toSorted(
      (one, other) => Number(other.decides) - Number(one.decides) || other.objects - one.objects,
    );
    return { values, further: this.#further };
  }
}

/** An attribute belongs to its element. */
const isNoise = (path: string, value: string): boolean =>
  flagIn(value.trim()) === false ||
  path
    .toLowerCase()
    .split('/')
    .some((name) => NOISE.has(name));
