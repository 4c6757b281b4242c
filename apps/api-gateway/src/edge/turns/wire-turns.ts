import type { GatewayConfig } from '../../config.ts';
import { CallTurns } from './call-turns.ts';
import { FewAtOnce } from './few-at-once.ts';
import { RefusalPace } from './refusal-pace.ts';

const EXPORTS_AT_ONCE = 2;
const UPLOADS_AT_ONCE = 2;
/** The number of parallel uploads; the catalog reads as many images of an account at a time, or fewer. */
const ATTACHMENT_UPLOADS_AT_ONCE = 4;

/** Prevents the calls of one account from delaying those of another one, in this replica. */
export const wireTurns = (config: GatewayConfig, stopping: AbortSignal) => ({
  turns: new CallTurns({
    places: config.CALL_PLACES,
    perAccount: config.ACCOUNT_CALL_PLACES,
    waitingMax: config.ACCOUNT_CALLS_WAITING,
  }),
  refusals: new RefusalPace({ stopping }),
  exports: new FewAtOnce({ max: EXPORTS_AT_ONCE, code: 'too-many-exports', name: 'exports' }),
  uploads: new FewAtOnce({ max: UPLOADS_AT_ONCE, code: 'too-many-uploads', name: 'uploads' }),
  attachmentUploads: new FewAtOnce({
    ...{ max: ATTACHMENT_UPLOADS_AT_ONCE, code: 'too-many-uploads', name: 'uploads of attachments' },
  }),
});
