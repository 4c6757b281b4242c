import type { TargetCheck } from '@estate/contracts';
import type { MarketplaceClient } from './client.ts';
import { CallFailed } from '../rest/failures.ts';
import { subjectOf } from './call-subject.ts';

type CheckStep = TargetCheck['steps'][number];

const subject = subjectOf('the question', 'targetId');

const SILENT: CheckStep = {
  name: 'connect',
  ok: false,
  message:
    'The marketplace did not respond in time. It may be overloaded. Check the target again in a few minutes.',
};

/** Failures that say nothing about the authorization. */
const UNREACHED: readonly string[] = [
  'address_forbidden',
  'connection_lost',
  'host_unreachable',
  'platform_unavailable',
  'rate_limited',
];

const isTimeUp = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

/**
 * Asks the marketplace for the channels of the account, which needs a connection and a grant, and changes nothing. `revoked` is called with
 * the reason if the grant is not accepted any more.
 */
export async function checkGrant(
  client: MarketplaceClient,
  signal: AbortSignal,
): Promise<{ check: TargetCheck; revoked?: string }> {
  const reached: CheckStep = { name: 'connect', ok: true, message: 'The marketplace responded.' };
  try {
    await client.call({ method: 'GET', path: '/user/me/publishchannel', subject, signal });
    const message = 'The marketplace accepts the authorization.';
    const login: CheckStep = { name: 'login', ok: true, message };
    return { check: { ok: true, steps: [reached, login] } };
  } catch (error) {
    if (isTimeUp(error)) return { check: { ok: false, steps: [SILENT] } };
    if (!(error instanceof CallFailed)) throw error;
    const { code, message } = error.failure;
    const isUnreached = UNREACHED.includes(code);
    const failed: CheckStep = { name: isUnreached ? 'connect' : 'login', ok: false, message };
    return {
      check: { ok: false, steps: isUnreached ? [failed] : [reached, failed] },
      ...(error.kind === 'revoked' && { revoked: message }),
    };
  }
}
