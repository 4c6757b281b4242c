import { PROPERTY_TYPES } from '@estate/contracts';
import type { FieldName } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found, Place } from '../read/found.ts';
import { flagIn } from '../read/values.ts';
import { element } from '../write/xml.ts';
import { CATEGORIES, isForSale } from './categories.ts';
import type { Kind } from './categories.ts';
import { whole } from './mapping-row.ts';
import type { MappingRow } from './mapping-row.ts';

const objectKind: MappingRow = {
  landings(type) {
    const { object, kind: of } = CATEGORIES[type];
    return of?.field === undefined ? [] : [[of.field, `objektart/${object}/@${of.attribute}`]];
  },
  write({ type, fields }) {
    const { object, kind: of, kindOtherwise } = CATEGORIES[type];
    const attributes = of ? { [of.attribute]: of.word(fields) ?? kindOtherwise } : {};
    return element('objektart', {}, [element(object, attributes)]);
  },
  leftOut: ({ type, fields }) => CATEGORIES[type].kind?.leftOut(fields) ?? [],
  read(place, draft) {
    const { kind: of, object } = CATEGORIES[draft.type];
    if (of === undefined) return;
    const all = place.inside('objektart').inside(object).findAll(`@${of.attribute}`);
    const [found, ...others] = all.filter(({ text }) => of.valueOf(text) !== undefined);
    if (of.field === undefined) found?.claim();
    else if (found !== undefined) setKind(draft, { kind: of, field: of.field, found, others });
    // A required kind that is missing or has no value becomes the value for other kinds.
    else if (draft.requires(of.field)) draft.assume(of.field, of.valueOf('KEINE_ANGABE'));
  },
};

interface SaidKinds {
  kind: Kind;
  field: FieldName;
  found: Found;
  /** Words for further kinds. */
  others: readonly Found[];
}

/** Sets the kind of object; further kinds are reported as warnings. */
function setKind(draft: Draft, { kind: of, field, found, others }: SaidKinds): void {
  const value = of.valueOf(found.text);
  draft.set(field, found, value);
  for (const other of others) {
    if (of.valueOf(other.text) === value) other.claim();
    else draft.warn(other, { reason: 'value_repeated', parameters: { imported: found.text } });
  }
}

/** Claims flags that the choice of the type has used. */
function claimThese(paths: readonly string[]) {
  return (place: Place): void => {
    for (const path of paths) {
      const found = place.find(path);
      if (found !== undefined && flagIn(found.text) !== undefined) found.claim();
    }
  };
}

/** The rows for the kind of object, and for sale or rent. */
export const CATEGORY_ROWS: readonly MappingRow[] = [
  whole('nutzungsart', {
    paths: {},
    write(_, { type }) {
      const isForLiving = PROPERTY_TYPES[type].use === 'residential';
      const { isInvestment } = CATEGORIES[type];
      return { attributes: { WOHNEN: isForLiving, GEWERBE: !isForLiving, ANLAGE: isInvestment } };
    },
    read: claimThese(['@WOHNEN', '@GEWERBE', '@ANLAGE']),
  }),
  whole('vermarktungsart', {
    paths: {},
    write: (_, { type }) => ({ attributes: { KAUF: isForSale(type), MIETE_PACHT: !isForSale(type) } }),
    read: claimThese(['@KAUF', '@MIETE_PACHT', '@MIETE', '@PACHT']),
  }),
  objectKind,
];
