import { Unavailable } from '@estate/errors';
import type { Opening } from '../platforms/platform.ts';
import type { Lane, LaneDeps } from './lane-deps.ts';
import { accessTo } from '../platforms/access/access-to.ts';

/** Logs in once for the whole lane. An internal error is a failure that is retried; a dependency that is unavailable is none. */
export async function openSession(
  { target, signal, isHeld }: Lane,
  deps: LaneDeps,
): Promise<Opening | Unavailable> {
  const platform = deps.platforms.get(target.type);
  if (!platform) return internalError(`The operator has removed the type ${target.type}.`);
  try {
    return await platform.open(accessTo(target.type).account(target, deps), signal, isHeld);
  } catch (error) {
    if (error instanceof Unavailable) return error;
    deps.log[signal.aborted ? 'warn' : 'error'](
      { err: error, targetId: target.id },
      'platform.session.not-opened',
    );
    return internalError('An internal error occurred.');
  }
}

const internalError = (message: string): Opening => ({
  ok: false,
  failure: { code: 'internal', message, repeat: true, scope: 'target' },
});
