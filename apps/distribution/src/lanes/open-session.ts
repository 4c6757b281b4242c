import { Unavailable } from '@estate/errors';
import type { Opening } from '../platforms/platform.ts';
import type { Lane, OpenDeps } from './lane-deps.ts';
import { openAccount } from './platform-account.ts';

/** Logs in once for the whole lane; what breaks on our side is a failure that is repeated, what is unavailable there is none. */
export async function openSession(
  { target, signal, isHeld }: Lane,
  deps: OpenDeps,
): Promise<Opening | Unavailable> {
  const platform = deps.platforms.get(target.type);
  if (!platform) return ourFault(`There is no platform of the type ${target.type} at the moment.`);
  try {
    return await platform.open(openAccount(target, deps), signal, isHeld);
  } catch (error) {
    if (error instanceof Unavailable) return error;
    deps.log[signal.aborted ? 'warn' : 'error'](
      { err: error, targetId: target.id },
      'platform.session.not-opened',
    );
    return ourFault('An internal error occurred.');
  }
}

const ourFault = (message: string): Opening => ({
  ok: false,
  failure: { code: 'internal', message, repeat: true, scope: 'target' },
});
