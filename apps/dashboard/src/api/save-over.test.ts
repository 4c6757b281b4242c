import { ApiError } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { ChangedSince, saveOver } from './save-over.ts';

interface State {
  etag: number;
  updatedAt: string;
  status: string;
}

const refusal = (status: number) =>
  new ApiError({
    ...{ status, error: '', code: '', message: '' },
    ...{ requestId: undefined, details: undefined, retryAfterMs: undefined },
  });

/** A resource whose ETag changes with everything, as that of a property. */
function resourceOf(first: Omit<State, 'etag'>) {
  let state: State = { etag: 1, ...first };
  const written: State[] = [];
  return {
    written,
    now: () => state,
    change: (part: Partial<State>) => {
      state = { ...state, ...part, etag: state.etag + 1 };
    },
    saving: (seen: State, beforeWrite: () => void = () => undefined) => ({
      seen,
      read: async () => state,
      write: async (over: State) => {
        beforeWrite();
        if (over.etag !== state.etag) throw refusal(412);
        written.push(over);
        return 'saved';
      },
      isSame: (one: State, other: State) => one.updatedAt === other.updatedAt,
    }),
  };
}

const PENDING = { updatedAt: '10:00', status: 'pending' };

describe('saving over the state that a form was opened with', () => {
  it('a resource that only the service has changed since is saved, and nobody is asked', async () => {
    const resource = resourceOf(PENDING);
    const seen = resource.now();
    resource.change({ status: 'successful' });
    expect(await saveOver(resource.saving(seen))).toBe('saved');
    expect(resource.written).toEqual([resource.now()]);
  });

  it('a resource that somebody has changed is not saved, and can be saved over the state that was found', async () => {
    const resource = resourceOf(PENDING);
    const seen = resource.now();
    resource.change({ updatedAt: '10:05' });
    const error: unknown = await saveOver(resource.saving(seen)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChangedSince);
    expect(resource.written).toEqual([]);
    resource.change({ status: 'successful' });
    const { present } = error as ChangedSince<State>;
    expect(await saveOver(resource.saving(present))).toBe('saved');
  });

  it('a change between two tries is a conflict, too', async () => {
    const resource = resourceOf(PENDING);
    const seen = resource.now();
    resource.change({ status: 'successful' });
    const changes = [() => undefined, () => resource.change({ updatedAt: '10:05' })];
    const saving = resource.saving(seen, () => changes.shift()?.());
    await expect(saveOver(saving)).rejects.toBeInstanceOf(ChangedSince);
    expect(resource.written).toEqual([]);
  });

  it('a save that never meets the present state ends with the refusal', async () => {
    const resource = resourceOf(PENDING);
    const seen = resource.now();
    const saving = resource.saving(seen, () => resource.change({ status: 'pending' }));
    await expect(saveOver(saving)).rejects.toMatchObject({ status: 412 });
  });

  it('another refusal is thrown as it is', async () => {
    const resource = resourceOf(PENDING);
    const write = () => Promise.reject(refusal(400));
    await expect(saveOver({ ...resource.saving(resource.now()), write })).rejects.toMatchObject({
      status: 400,
    });
  });
});
