import { headers } from 'nats';
import type { Msg, MsgHdrs } from 'nats';
import type { Ask } from '../answer.ts';
import type { Caller } from '../bus.ts';

const ACCOUNT = 'account-id';
const REQUEST = 'request-id';
const TRACE = 'traceparent';
/** Named by the NATS service protocol, so its tools show failures too. */
const ERROR = 'Nats-Service-Error';
const ERROR_CODE = 'Nats-Service-Error-Code';

export function headersOf({ accountId, requestId }: Caller, traceparent: string | undefined): MsgHdrs {
  const made = headers();
  made.set(ACCOUNT, accountId);
  made.set(REQUEST, requestId);
  if (traceparent !== undefined) made.set(TRACE, traceparent);
  return made;
}

export function askOf(request: Pick<Msg, 'string' | 'headers'>): Ask {
  const traceparent = request.headers?.get(TRACE);
  const caller = {
    accountId: request.headers?.get(ACCOUNT) ?? '',
    requestId: request.headers?.get(REQUEST) ?? '',
  };
  return { body: request.string(), caller, ...(traceparent && { traceparent }) };
}

/** Marks a reply whose body is a plain error. */
export function errorHeaders(code: string): MsgHdrs {
  const made = headers();
  made.set(ERROR, code);
  made.set(ERROR_CODE, '500');
  return made;
}

export const isErrorReply = (reply: Msg): boolean => reply.headers?.has(ERROR) ?? false;
