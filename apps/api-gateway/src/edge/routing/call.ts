import type { Readable } from 'node:stream';
import type { Preconditions } from '@estate/messaging';
import type { Caller } from '../access/admission.ts';

/** The body of a request that is passed on while it arrives. */
export interface ArrivingUpload {
  body: Readable;
  mediaType: string;
  /** In bytes, if the caller says it before. */
  size?: number;
}

/** The caller, and the preconditions of the call: the id reserved for a new resource, and the expected ETags. */
export type Call = Caller &
  Preconditions & {
    /** The question changes nothing. */
    isRead?: boolean;
    /** The body of a route with `uploads`. */
    upload?: ArrivingUpload;
  };
