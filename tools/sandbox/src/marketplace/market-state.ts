import type { Fields } from './check-body.ts';

/** An attachment of the marketplace; the bytes of files are stored beside the state, named by the id. */
export interface MarketAttachment {
  id: string;
  kind: 'Picture' | 'PDFDocument' | 'Link';
  title?: string;
  externalId?: string;
  externalCheckSum?: string;
  floorplan?: boolean;
  titlePicture?: boolean;
  url?: string;
  mediaType?: string;
  size?: number;
}

export interface MarketObject {
  id: string;
  user: string;
  /** The root that it was sent under, as in `apartmentBuy`. */
  type: string;
  externalId: string;
  /** The fields as sent, with numbers rounded. */
  fields: Fields;
  contactId: string;
  attachments: MarketAttachment[];
  /** The time since which it is on the public channel. */
  publishedAt?: string;
  createdAt: string;
  updatedAt: string;
  revision: number;
}

export interface MarketContact {
  id: string;
  user: string;
  isDefault: boolean;
  fields: Fields;
}

/** The access that an end user granted. */
export interface AccessToken {
  secret: string;
  user: string;
}

/** The state that is kept over a restart. */
export interface MarketState {
  nextId: number;
  tokens: Record<string, AccessToken>;
  objects: Record<string, MarketObject>;
  contacts: Record<string, MarketContact>;
}

export const emptyState = (users: readonly string[]): MarketState => ({
  nextId: 1000 + users.length,
  tokens: {},
  objects: {},
  contacts: Object.fromEntries(
    users.map((user, index) => [
      String(1000 + index),
      {
        id: String(1000 + index),
        user,
        isDefault: true,
        fields: { email: `${user}@example.org`, salutation: 'NO_SALUTATION', lastname: user },
      },
    ]),
  ),
});
