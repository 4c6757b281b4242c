import { headers } from 'nats';
import type { Msg, MsgHdrs } from 'nats';
import type { Ask } from '../answer.ts';
import type { Asker } from '../bus.ts';
import { askerOf } from '../asker.ts';

const ACCOUNT = 'account-id';
const REQUEST = 'request-id';
const TRACE = 'traceparent';
const RESERVED = 'reserved-id';
const IF_MATCH = 'if-match';
/** Named by the NATS service protocol, so its tools show failures too. */
const ERROR = 'Nats-Service-Error';
const ERROR_CODE = 'Nats-Service-Error-Code';

export function headersOf(asker: Asker, traceparent: string | undefined): MsgHdrs {
  const made = headers();
  made.set(ACCOUNT, asker.accountId);
  made.set(REQUEST, asker.requestId);
  if (asker.reservedId !== undefined) made.set(RESERVED, asker.reservedId);
  if (asker.ifMatch !== undefined) made.set(IF_MATCH, asker.ifMatch);
  if (traceparent !== undefined) made.set(TRACE, traceparent);
  return made;
}

export function askOf(request: Pick<Msg, 'string' | 'headers'>): Ask {
  const given = request.headers;
  const traceparent = given?.get(TRACE);
  const caller = { accountId: given?.get(ACCOUNT) ?? '', requestId: given?.get(REQUEST) ?? '' };
  const preconditions = { reservedId: given?.get(RESERVED), ifMatch: given?.get(IF_MATCH) };
  return {
    body: request.string(),
    asker: askerOf(caller, preconditions),
    ...(traceparent && { traceparent }),
  };
}

/** Marks a reply whose body is a plain error. */
export function errorHeaders(code: string): MsgHdrs {
  const made = headers();
  made.set(ERROR, code);
  made.set(ERROR_CODE, '500');
  return made;
}

export const isErrorReply = (reply: Msg): boolean => reply.headers?.has(ERROR) ?? false;
