/** The limits for reading one package. */
export interface ReadLimits {
  /** Bytes of the document, including embedded files. */
  bytes: number;
  depth: number;
  /** Characters of the name of an element or an attribute. */
  nameLength: number;
  /** Attributes of one element. */
  attributes: number;
  objects: number;
  /** Elements of one object. */
  elements: number;
  /** Characters of all texts of one object, without embedded files. */
  textLength: number;
  attachments: number;
  /** Bytes of one embedded file. */
  attachmentBytes: number;
  /** Unmapped values of one object that are kept. */
  unmapped: number;
  /** Characters that are kept of each unmapped value. */
  unmappedLength: number;
  problems: number;
}

const MB = 1024 * 1024;

export const READ_LIMITS: ReadLimits = {
  bytes: 2048 * MB,
  depth: 64,
  nameLength: 200,
  attributes: 200,
  objects: 100_000,
  elements: 20_000,
  textLength: 4 * MB,
  attachments: 500,
  attachmentBytes: 16_000_000,
  unmapped: 500,
  unmappedLength: 500,
  problems: 200,
};

/** Thrown if a package cannot be read any further, with the reason in words. What was read before stays valid. */
export class PackageUnreadable extends Error {}
