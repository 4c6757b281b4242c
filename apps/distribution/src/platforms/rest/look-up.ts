import type { LookedUpObject, SeenObject } from '../../domain/remote-object.ts';
import type { LookUp } from '../platform.ts';
import { CallFailed } from './failures.ts';

/** Asks a platform for the state of an object. @throws CallFailed */
export type Seen = (object: LookedUpObject, signal: AbortSignal) => Promise<SeenObject>;

/** The look-up of a platform that takes calls. Of a call that fails, only a grant that is not valid any more is kept. */
export const restLookUp =
  (seen: Seen, { revoked }: { revoked(why: string): Promise<void> }): LookUp =>
  async (object, signal) => {
    try {
      return { ok: true, seen: await seen(object, signal) };
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.kind === 'revoked') await revoked(error.failure.message);
      return { ok: false, failure: error.failure };
    }
  };
