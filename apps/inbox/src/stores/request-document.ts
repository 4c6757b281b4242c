import { addressesIn, personKeysOf, stringsIn } from '@estate/persistence';
import type { WithOutbox } from '@estate/persistence';
import type { RequestRecord } from '../domain/mail.ts';

/** A request as it is saved: it has its message, or the id of the text that it shares. */
export type RequestDoc = Omit<RequestRecord, 'id' | 'message'> &
  WithOutbox & {
    _id: string;
    message?: string;
    /** By which its account finds the persons whose addresses it names. */
    personKeys?: string[];
    /** The keys cover all texts of the request; an earlier version looked for addresses in two of them. */
    hasAllKeys?: true;
    /** As `personKeys`, of the note. */
    noteKeys?: string[];
    /** The search terms of the request. */
    terms?: string[];
    /** Set once it is to be erased: then it belongs to no account, and no list has it. */
    erasing?: Erasing;
  };

/** The erasure of a request, which is due until the request is removed. */
export interface Erasing {
  accountId: string;
  dueAt: Date;
  /** The erasure of a person that it is a part of. */
  erasureId?: string;
  /** Its content is erased. Messages that were in transit at that time must still be searched. */
  isBlank?: true;
}

/** Personal data of a request. */
export interface Said extends Pick<RequestDoc, 'prospect' | 'propertyProvidedByPlatform'> {
  message?: string | undefined;
}

/** All texts of a request beside the note of its account. */
export const textsOf = ({ prospect, propertyProvidedByPlatform, message }: Said): string[] =>
  stringsIn({ prospect, propertyProvidedByPlatform, message });

/** By which an account finds the persons whose addresses the request names. */
export const keysOf = (
  accountId: string,
  request: Said,
): Required<Pick<RequestDoc, 'personKeys' | 'hasAllKeys'>> => ({
  personKeys: personKeysOf(accountId, addressesIn(...textsOf(request))),
  hasAllKeys: true,
});
