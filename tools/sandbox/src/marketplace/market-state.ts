import type { Fields } from './check-body.ts';

/** An attachment as the marketplace keeps it; the bytes of files lie beside the state, named by the id. */
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
  /** As it was sent, numbers rounded. */
  fields: Fields;
  contactId: string;
  attachments: MarketAttachment[];
  /** On the public channel since. */
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

/** Access that an end user gave. */
export interface AccessToken {
  secret: string;
  user: string;
}

/** All that is kept over a restart. */
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
