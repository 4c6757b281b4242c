import type { ATTACHMENT_TYPES, AnyFields, ContactFields, Link, PropertyType } from '@estate/contracts';

/** Where the bytes of an attachment are. */
export type AttachmentSource =
  | { kind: 'package'; path: string }
  | { kind: 'url'; url: string }
  | {
      kind: 'embedded';
      bytes: number;
      sha256: string;
      /** The address of the stored file, or a sentence why it has none. */
      reference?: string;
    };

export interface ObjectAttachment {
  source: AttachmentSource;
  group?: string;
  title?: string;
  /** As the document says; the bytes decide. */
  mediaType?: (typeof ATTACHMENT_TYPES)[number];
  isBlueprint: boolean;
  isTitle: boolean;
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
