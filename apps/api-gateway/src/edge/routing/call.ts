import type { Readable } from 'node:stream';
import type { Preconditions } from '@estate/messaging';
import type { Caller } from '../access/admission.ts';

/** The body of a request that is streamed while it arrives. */
export interface ArrivingUpload {
  body: Readable;
  mediaType: string;
  /** The size in bytes, if the caller announces it. */
  size?: number;
}

/** The caller, and the preconditions of the call: the id reserved for a new resource, and the expected ETags. */
export type Call = Caller &
  Preconditions & {
    /** True if the operation changes nothing. */
    isRead?: boolean;
    /** The body of a route with `uploads`. */
    upload?: ArrivingUpload;
  };
