import { isUnsaid, PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';
import { CATEGORIES } from '../mapping/categories.ts';
import { FURTHER_RENT_PATHS } from '../mapping/further-rents.ts';
import type { Place } from './found.ts';
import { shown } from './object-problem.ts';
import type { Because } from './object-problem.ts';
import { flagIn, numberIn } from './values.ts';

/** The type of an object. `readAs`: the object has no type of its own; the nearest one, and its kind, are used. */
export type TypeReading =
  | { type: PropertyType; readAs?: NearestType }
  | ({ path: string; value: string } & Because);

export interface NearestType {
  kind: string | undefined;
  path: string;
  value: string;
  details: string;
}

interface ReadAs {
  object: string;
  /** The word for the kind. */
  kind?: string;
  use?: Use;
}

type Use = 'residential' | 'commercial';

const FARMS = ['BAUERNHOF', 'AUSSIEDLERHOF', 'ANWESEN'];
const LAND: ReadAs = { object: 'grundstueck', kind: 'LAND_FORSTWIRTSCHAFT', use: 'commercial' };

/** Objects of the format without a property type, with the nearest one. */
const READ_AS: Readonly<
  Record<string, (said: { deal: 'sale' | 'rent'; words: readonly string[] }) => ReadAs>
> = {
  freizeitimmobilie_gewerblich: () => ({ object: 'sonstige', use: 'commercial' }),
  land_und_forstwirtschaft({ deal, words }) {
    if (words.some((word) => FARMS.includes(word.toUpperCase())))
      return { object: 'haus', kind: 'BAUERNHAUS', use: 'residential' };
    return deal === 'sale' ? LAND : { object: 'grundstueck', use: 'residential' };
  },
};
/** Kinds of objects with a type of their own, and without a value. */
const NEAREST_KINDS = ['BOOTSLIEGEPLATZ'];
/** The object whose kind decides over a use that software has set for all of its objects: the kind defines the allowed use. */
const USED_BY_KIND = 'grundstueck';
/** Kinds that imply neither use. */
const MIXED_KINDS = ['GEMISCHT', 'SONDERNUTZUNG'];
const NO_KIND = /^(?:0+|keine_angabe|sonstiges?)$/i;

/** The property type of an object, or the reason why there is none. */
export function propertyTypeOf(object: Place): TypeReading {
  const category = object.inside('objektkategorie');
  const path = 'objektkategorie/objektart';
  const children = category.inside('objektart').elements.flatMap((element) => element.children);
  const elements = children.filter(({ name }) => name !== 'objektart_zusatz');
  const [name, ...others] = new Set(elements.map((element) => element.name));
  if (name === undefined) return { path, value: '', reason: 'type_missing' };
  const value = children.flatMap(({ name, attributes }) => [name, ...attributes.values()]).join(' ');
  if (others.length > 0) return { path, value, reason: 'type_ambiguous' };
  const deal = dealOf(object);
  if (typeof deal !== 'string') return deal;
  const words = elements.flatMap(({ attributes }) => [...attributes.values()]);
  const details = [name, ...words].join(' ');
  const uses = usesOf(category);
  const nearest = Object.hasOwn(READ_AS, name) ? READ_AS[name]?.({ deal, words }) : undefined;
  const written = { name, deal, uses, words, ...saidBy(nearest) };
  const said = { ...written, uses: usesByKind(written) };
  const type = chosen(said, category);
  if (typeof type === 'object') return type;
  if (type === undefined) {
    const use = uses.map((one) => ` for ${one} use`).join('');
    return { path, value, reason: 'type_unknown', parameters: { details: `${name} for ${deal}${use}` } };
  }
  const isDoubtful = said.uses !== written.uses || isUseUndecided(said);
  if (isDoubtful) return { type, readAs: undecidedUse(category, details) };
  const readAs = { kind: nearest?.kind, path: `${path}/${name}`, value: words.join(' '), details };
  return isNearest(said, type, nearest) ? { type, readAs } : { type };
}

/** The uses of an object. The kind of a plot takes precedence over a different use in the document. */
function usesByKind(said: Said): readonly Use[] {
  const [use, ...others] = said.uses;
  if (said.name !== USED_BY_KIND || use === undefined || others.length > 0) return said.uses;
  const words = said.words.filter((word) => !MIXED_KINDS.includes(word.toUpperCase()));
  const ofKind = closest({ ...said, uses: [], words }).filter((type) => rank(type, words) < UNNAMED);
  const uses = [...new Set(ofKind.map(useOf))];
  return uses.length === 0 || uses.includes(use) ? said.uses : uses;
}

/** True if the type is only the nearest one for the object, or for a word for its kind. */
function isNearest({ name, words }: Said, type: PropertyType, nearest: ReadAs | undefined): boolean {
  if (nearest !== undefined || words.some((word) => NEAREST_KINDS.includes(word.toUpperCase()))) return true;
  const isNone = (word: string) => isUnsaid(word) || NO_KIND.test(word.trim());
  const { kind } = CATEGORIES[type];
  return name === USED_BY_KIND && words.some((word) => !isNone(word) && kind?.valueOf(word) === undefined);
}

/** The type of an object whose document decides for no use: that of the closest one is assumed. */
function undecidedUse(category: Place, details: string): NearestType {
  const { elements, path } = category.inside('nutzungsart');
  const named = elements.flatMap(({ attributes }) => [...attributes]);
  const value = named.flatMap(([name, text]) => (flagIn(text) === true ? [name] : [])).join(' ');
  return { kind: undefined, path, value, details: `${details} (nutzungsart ${value || '-'})` };
}

/** The words of the nearest type for an object without a type of its own. */
const saidBy = (nearest: ReadAs | undefined): Partial<Said> =>
  nearest === undefined
    ? {}
    : {
        name: nearest.object,
        ...(nearest.use !== undefined && { uses: [nearest.use] }),
        ...(nearest.kind !== undefined && { words: [nearest.kind] }),
      };

interface Said {
  name: string;
  deal: 'sale' | 'rent';
  uses: readonly Use[];
  words: readonly string[];
}

const useOf = (type: PropertyType): Use => PROPERTY_TYPES[type].use;
const typesOf = (name: string) => PROPERTY_TYPE_NAMES.filter((type) => CATEGORIES[type].object === name);

/** True if the use decides the type. If all types of an object have the same use, another use in the document is ignored. */
const dependsOnUse = (name: string): boolean => new Set(typesOf(name).map(useOf)).size > 1;

/** The closest type; one that depends on a use needs a use that is understood. */
function chosen(said: Said, category: Place): PropertyType | Fault | undefined {
  const [type] = closest(said);
  const isOpen = said.uses.length === 0 && dependsOnUse(said.name);
  return (isOpen ? unknownUse(category) : undefined) ?? type;
}

/** True if an object without a certain use, or with both, can have types of either, and its words decide for none or both. */
function isUseUndecided({ uses, words, ...said }: Said): boolean {
  if (uses.length === 1 || !dependsOnUse(said.name)) return false;
  const types = closest({ ...said, uses: [], words });
  const named = types.filter((type) => rank(type, words) < UNNAMED);
  return new Set(types.map(useOf)).size > 1 && new Set(named.map(useOf)).size !== 1;
}

/** The possible types of an object, the closest first: those whose kind has one of its words. */
function closest({ name, deal, uses, words }: Said): PropertyType[] {
  const isLimited = uses.length === 1 && dependsOnUse(name);
  return typesOf(name)
    .filter((type) => PROPERTY_TYPES[type].deal === deal && (!isLimited || uses.includes(useOf(type))))
    .toSorted((one, other) => rank(one, words) - rank(other, words));
}

/** The rank of a type whose kind has no word in the object. */
const UNNAMED = 2;

/** The rank of a type; a kind that is the same for all objects of a type is more specific than one of several. */
function rank(type: PropertyType, words: readonly string[]): number {
  const { kind } = CATEGORIES[type];
  const saysKind = words.some((word) => kind?.valueOf(word) !== undefined);
  if (!saysKind) return UNNAMED;
  return kind?.field === undefined ? 0 : 1;
}

/** A given use that is not understood. */
function unknownUse(category: Place): Fault | undefined {
  const unknown = ['@WOHNEN', '@GEWERBE']
    .flatMap((name) => category.inside('nutzungsart').findAll(name))
    .find(({ text }) => flagIn(text) === undefined);
  return unknown && { path: unknown.path, value: shown(unknown.text), reason: 'use_unknown' };
}

function usesOf(category: Place): Use[] {
  const use = category.inside('nutzungsart');
  const isTrue = (name: string) => use.trueOf([name]).length > 0;
  return [
    ...(isTrue('WOHNEN') || isTrue('WAZ') ? (['residential'] as const) : []),
    ...(isTrue('GEWERBE') ? (['commercial'] as const) : []),
  ];
}

type Fault = Exclude<TypeReading, { type: PropertyType }>;

/** The deal of an object; if it is offered for sale and for rent at once, its prices decide. */
function dealOf(object: Place): 'sale' | 'rent' | Fault {
  const category = object.inside('objektkategorie').inside('vermarktungsart');
  const isTrue = (name: string) =>
    category.find(`@${name}`) !== undefined && flagIn(category.find(`@${name}`)?.text ?? '') === true;
  const [isSale, isRent] = [isTrue('KAUF'), isTrue('MIETE_PACHT') || isTrue('MIETE') || isTrue('PACHT')];
  if (isSale !== isRent) return isSale ? 'sale' : 'rent';
  const prices = object.inside('preise');
  const isGiven = (name: string) => (numberIn(prices.find(name)?.text ?? '') ?? 0) > 0;
  const hasPrice = isGiven('kaufpreis');
  const hasRent = ['nettokaltmiete', 'kaltmiete', 'warmmiete', 'pacht', ...FURTHER_RENT_PATHS].some(isGiven);
  if (isSale && hasPrice !== hasRent) return hasPrice ? 'sale' : 'rent';
  const said = category.elements.flatMap(({ attributes }) => [...attributes]);
  return {
    path: 'objektkategorie/vermarktungsart',
    value: shown(said.map(([name, value]) => `${name}="${value}"`).join(' ')),
    reason: isSale ? 'deal_ambiguous' : 'deal_missing',
  };
}
