import type { LookedUpObject, SeenObject } from '../../domain/remote-object.ts';
import type { LookUp } from '../platform.ts';
import { CallFailed } from './failures.ts';

/** Reads the state of an object on a platform. @throws CallFailed */
export type Seen = (object: LookedUpObject, signal: AbortSignal) => Promise<SeenObject>;

/** The look-up of a platform with an API. Of a failed call, only an invalid grant is stored. */
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
