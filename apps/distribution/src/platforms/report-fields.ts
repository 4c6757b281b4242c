import { PROPERTY_TYPES } from '@estate/contracts';
import type { FieldName, PlatformMessage, PropertyType } from '@estate/contracts';

/** The field that a message is about; of several fields, the first that the type has. */
interface FieldRule {
  words: RegExp;
  names: readonly ('attachments' | 'contactId' | `fields.${string}`)[];
}

/** The words of portals for the parts of a property, the most specific first. */
const RULES: readonly FieldRule[] = [
  { words: /bild|foto|grundriss|anhang|image|photo|picture|attachment|floor ?plan/i, names: ['attachments'] },
  {
    words: /energie|energy|epass/i,
    names: ['fields.residentialEnergyCertificate', 'fields.commercialEnergyCertificate'],
  },
  { words: /\bplz\b|postleitzahl|post(al )?code|\bzip code/i, names: ['fields.address.postalCode'] },
  { words: /straße|strasse|hausnummer|street/i, names: ['fields.address.street'] },
  {
    words: /adresse|geo(kod|cod)|\bort\b|\bstadt\b|(?<!e-?mail )address|\bcity\b/i,
    names: ['fields.address'],
  },
  { words: /kaufpreis|purchase price|sale price/i, names: ['fields.purchasePrice'] },
  // `vermietet` says nothing about the rent.
  { words: /(?<!ver)miete(?!r|t)|\brent\b/i, names: ['fields.baseRent', 'fields.yearlyRent'] },
  { words: /\bpreis|\bprice/i, names: ['fields.purchasePrice', 'fields.baseRent', 'fields.yearlyRent'] },
  { words: /provision|courtage|commission/i, names: ['fields.commission'] },
  { words: /wohnfläche|wohnflaeche|living (area|space)/i, names: ['fields.livingArea'] },
  { words: /grundstücksfläche|grundstuecksflaeche|plot (area|size)/i, names: ['fields.plotArea'] },
  { words: /zimmer|rooms/i, names: ['fields.numberOfRooms'] },
  { words: /baujahr|construction year|year of construction/i, names: ['fields.constructionYear'] },
  { words: /titel|überschrift|title|headline/i, names: ['fields.title'] },
  { words: /beschreibung|description/i, names: ['fields.description'] },
  { words: /ansprechpartner|kontaktperson|telefon|contact|phone|e-?mail/i, names: ['contactId'] },
];

/** The words of a portal that name a field. */
export type PortalWords = readonly { words: string; field: string }[];

/** The messages with the fields that they are about, by the words of the portal itself, then by those of all portals. */
export function withFields(
  messages: readonly PlatformMessage[],
  { type, words = [] }: { type: PropertyType | undefined; words?: PortalWords | undefined },
): PlatformMessage[] {
  return messages.map((message) => {
    if (message.severity === 'info') return message;
    const text = `${message.code ?? ''} ${message.text}`;
    const lower = text.toLowerCase();
    const own = words.find((rule) => lower.includes(rule.words.toLowerCase()))?.field;
    const field =
      own ?? RULES.find((rule) => rule.words.test(text))?.names.find((name) => hasField(type, name));
    return field === undefined ? message : { ...message, field };
  });
}

function hasField(type: PropertyType | undefined, name: string): boolean {
  const [place, field] = name.split('.');
  if (place !== 'fields' || type === undefined) return place !== 'fields';
  return (field as FieldName) in PROPERTY_TYPES[type].schema.shape;
}
