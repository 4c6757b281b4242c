import { ENERGY_SOURCES, FIRED_BY, FURTHER_ENERGY_SOURCES, HEAT_PUMP } from './words.ts';
import type { EnergySource } from './words.ts';

const SOURCES = Object.keys(ENERGY_SOURCES) as EnergySource[];
const UMLAUTS: Readonly<Record<string, string>> = { Ä: 'AE', Ö: 'OE', Ü: 'UE' };

const wordIn = (text: string): string =>
  text.trim().toUpperCase().replace(/[ÄÖÜ]/g, (sign) => UMLAUTS[sign] ?? sign).replaceAll(' ', '_'); // oxfmt-ignore

/** The energy source for a word. */
export function sourceOf(text: string): EnergySource | undefined {
  const word = wordIn(text);
  return (
    SOURCES.find((source) => ENERGY_SOURCES[source] === word) ??
    (Object.hasOwn(FURTHER_ENERGY_SOURCES, word) ? FURTHER_ENERGY_SOURCES[word] : undefined)
  );
}

interface NamedSources {
  known: EnergySource[];
  /** Words without a known source. */
  unknown: string[];
}

/** The sources in a text: a single one, or several separated by commas. */
export function sourcesIn(text: string): NamedSources {
  const whole = sourceOf(text);
  if (whole !== undefined) return { known: [whole], unknown: [] };
  const words = text.split(/[,;/+&]|\sund\s/).map((word) => word.trim());
  return {
    known: words.flatMap((word) => sourceOf(word) ?? []),
    unknown: words.filter((word) => word !== '' && sourceOf(word) === undefined),
  };
}

export interface Carriers {
  energySource?: EnergySource | undefined;
  energySources?: EnergySource[] | undefined;
}

/**
 * The energy sources of an object from its certificate and from its ways of firing. A heat pump that heats the object is left out beside a
 * named source.
 */
export function carriersOf(
  named: readonly EnergySource[],
  fired: readonly string[],
  isHeatedByPump: boolean,
): Carriers {
  const [main, ...others] = named;
  const isExplained = (word: string) =>
    named.some((source) => FIRED_BY[source] === word) ||
    (word === HEAT_PUMP && isHeatedByPump && named.length > 0);
  const further = fired.filter((word) => !isExplained(word)).map(sourceOf);
  const all = SOURCES.filter((source) => named.includes(source) || further.includes(source));
  const [only, ...rest] = all;
  if (only === undefined) return {};
  if (rest.length === 0) return { energySource: only };
  return { ...(main !== undefined && others.length === 0 && { energySource: main }), energySources: all };
}

/** The words of the ways of firing for these energy sources. */
export const firedBy = ({ energySource, energySources = [] }: Carriers): string[] => [
  ...new Set(
    [energySource, ...energySources].flatMap((source) => (source === undefined ? [] : FIRED_BY[source])),
  ),
];
