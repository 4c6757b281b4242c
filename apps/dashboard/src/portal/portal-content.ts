import type { Property, PropertyTypeDescription, PublicationProblem } from '@estate/client';
import { carriedFields } from './carried-fields.ts';
import type { CarriedField } from './carried-fields.ts';
import { ROOMS } from '../fields/market-facts.ts';
import { isDocument, placed } from '../pictures/attachments.ts';
import { withoutPaths } from './without-paths.ts';

/** Codes of problems about data that are not sent. */
const LEFT_OUT = new Set(['value_left_out', 'attachment_left_out', 'links_left_out']);
const FIELDS = 'fields.';
/** The fields at the top of a property's page, by its type. */
export const fieldsOfHead = ({ price, area }: Pick<PropertyTypeDescription, 'price' | 'area'>): string[] => [
  ...['title', 'address', ROOMS, price],
  ...(area === undefined ? [] : [area]),
];

interface Given {
  type: PropertyTypeDescription;
  /** The type of the target. */
  targetType: string;
  property: Pick<Property, 'fields' | 'attachments' | 'links'>;
  /** The problems of the dry run; undefined if they are not known. */
  problems: readonly PublicationProblem[] | undefined;
}

/** The street is shown, hidden by the platform, or not sent. */
export type Street = 'shown' | 'hidden' | 'withheld';

/** The parts of a property that a platform shows, those that it does not show, and the problems. */
export function portalContent({ type, targetType, property, problems = [] }: Given) {
  const about = problems.filter(({ code }) => LEFT_OUT.has(code));
  const lost = about.map(({ field }) => field);
  const carried = carriedFields({ type, targetType, fields: property.fields, problems });
  const unsent = carried.leftOut.map(({ field }) => field.name);
  const fields = withoutPaths(property.fields, [...pathsOfFields(lost), ...unsent]);
  const attachments = placed(property.attachments).filter(
    ({ position }) => !lost.includes(`attachments.${String(position)}`),
  );
  const atHead = fieldsOfHead(type);
  const sections = carried.sent
    .map(({ name, label, rows }) => ({ name, label, fields: rows.map((row) => row.field) }))
    .map((section) => ({ ...section, fields: section.fields.filter(({ name }) => !atHead.includes(name)) }));
  return {
    fields,
    sections: sections.filter((section) => section.fields.length > 0),
    pictures: attachments.filter(({ attachment }) => !isDocument(attachment)),
    documents: attachments.filter(({ attachment }) => isDocument(attachment)),
    links: lost.includes('links') ? [] : property.links,
    street: streetOf(property, fields),
    leftOutFields: carried.leftOut,
    leftOutParts: about.filter(({ field }) => !isAmong(carried.leftOut, field)),
    errors: problems.filter(({ severity }) => severity === 'error'),
    warnings: problems.filter(({ severity, code }) => severity === 'warning' && !LEFT_OUT.has(code)),
  };
}

export type PortalContent = ReturnType<typeof portalContent>;

const pathsOfFields = (paths: readonly string[]): string[] =>
  paths.filter((path) => path.startsWith(FIELDS)).map((path) => path.slice(FIELDS.length));

const isAmong = (rows: readonly CarriedField[], path: string): boolean =>
  rows.some(({ field }) => path === `${FIELDS}${field.name}`);

function streetOf(property: Given['property'], sent: Property['fields']): Street {
  const { street, publish } = property.fields.address;
  if (sent.address.street !== street) return 'withheld';
  return publish ? 'shown' : 'hidden';
}
