import { timeOfId } from '@estate/persistence';
import type { LoggedRequest } from '../../domain/logged-request.ts';

const BUCKET_BYTES_MAX = 64 * 1024;

interface Bucket {
  calls: LoggedRequest[];
  bytes: number;
  second: number;
}

/** Collects the calls that are stored as one document: those of an account whose ids were made in the same second, up to 64 KiB. */
export class CallBuckets {
  /** The open buckets by account. */
  readonly #open = new Map<string, Bucket>();

  /** Returns the calls of the bucket that had no space for this one. */
  add(call: LoggedRequest): LoggedRequest[] | undefined {
    const bytes = JSON.stringify(call).length;
    const second = timeOfId(call.id).getTime();
    const open = this.#open.get(call.accountId);
    if (open?.second === second && open.bytes + bytes <= BUCKET_BYTES_MAX) {
      open.calls.push(call);
      open.bytes += bytes;
      return undefined;
    }
    this.#open.set(call.accountId, { calls: [call], bytes, second });
    return open?.calls;
  }

  takeAll(): LoggedRequest[][] {
    const taken = [...this.#open.values()].map(({ calls }) => calls);
    this.#open.clear();
    return taken;
  }
}
