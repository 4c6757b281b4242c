export type { Carried } from './mapping/carried.ts';
export { CATEGORIES } from './mapping/categories.ts';
export { countryCode } from './mapping/countries.ts';
export type { ColdRent } from './mapping/mapping-row.ts';
export { carries, leftOut } from './mapping/mapping.ts';
export { isHeatingInseparable } from './mapping/prices.ts';
export * as words from './mapping/words.ts';
export type { FormatNames, PackagedFile } from './write/attachments.ts';
export type { Feedback } from './write/contact.ts';
export {
  deleteDocument,
  fullDocument,
  fullTransfer,
  objectElement,
  setDocument,
} from './write/document.ts';
export type { Envelope, PublishedObject } from './write/document.ts';
export { encodeXml, writeXml } from './write/xml.ts';
export type { XmlElement } from './write/xml.ts';
