import type { ATTACHMENT_TYPES, AnyFields, ContactFields, Link, PropertyType } from '@estate/contracts';

/** Where the bytes of an attachment are. */
export type AttachmentSource =
  | { kind: 'package'; path: string }
  | { kind: 'url'; url: string }
  | {
      kind: 'embedded';
      bytes: number;
      /** Left out for a damaged file. */
      sha256?: string;
      /** The address of the stored file, or a sentence why it has none. */
      reference?: string;
      /** If the document gives it one. */
      path?: string;
      /** Why the file is not usable; the reading of the document has said so. */
      fault?: string;
    };

export interface ObjectAttachment {
  source: AttachmentSource;
  group?: string;
  title?: string;
  /** As the document says; the bytes decide. */
  mediaType?: (typeof ATTACHMENT_TYPES)[number];
  isBlueprint: boolean;
  isTitle: boolean;
  /** By which the software tells versions of the file apart: its MD5 sum, or a time. */
  check?: string;
}

/** A file of a property, as the last import of the same source stored it. */
export interface KeptFile {
  path: string;
  /** The hash of the bytes that are stored. */
  sha256: string;
  check?: string;
  /** It was found in another folder than the document names, by its name alone. */
  isByName?: true;
  /** The hash of bytes that arrived later under the path and are no attachment. */
  refused?: string;
}

/** A person; the same one has the same key in every package of the provider. */
export interface ObjectContact {
  key: string;
  fields: ContactFields;
}

/** The property that an object becomes; kept until the object has an outcome. */
export interface ObjectContent {
  property: { type: PropertyType; fields: AnyFields; externalId: string; links?: Link[] };
  attachments: ObjectAttachment[];
  contact?: ObjectContact;
  /** When its listings are planned. */
  times?: PlannedTimes;
}

/** The planned times of new listings. */
export interface PlannedTimes {
  publishFrom?: string;
  publishUntil?: string;
}
