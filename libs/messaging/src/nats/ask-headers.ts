import { Actor } from '@estate/contracts';
import type { Trace } from '@estate/observability';
import { headers } from 'nats';
import type { Msg, MsgHdrs } from 'nats';
import type { Ask } from '../answer.ts';
import type { Asker } from '../bus.ts';
import { askerOf } from '../asker.ts';

const ACCOUNT = 'account-id';
const REQUEST = 'request-id';
const TRACE = 'traceparent';
/** URI-encoded JSON: a header is ASCII, and the name of a key is any text. */
const ACTOR = 'actor';
const RESERVED = 'reserved-id';
const FIRST_RUN = 'first-run';
const IF_MATCH = 'if-match';
/** The deadline for starting, in milliseconds since 1970: later, another replica may have been asked. */
const BEGIN_BEFORE = 'begin-before';
/** Set if the ask changes nothing. */
const READ = 'read';
/** A reply before the answer: the replica has begun. */
const BEGUN = 'begun';
/** A reply instead of an answer: the replica has not begun; with the time of its clock. */
const TOO_LATE = 'too-late';
/** Set if the replica announces its start, and never starts too late; its answer carries the name by which it can be asked alone. */
const SIGNS = 'signs';
/** The header of the NATS service protocol, so that its tools show failures, too. */
const ERROR = 'Nats-Service-Error';
const ERROR_CODE = 'Nats-Service-Error-Code';

export function headersOf(asker: Asker, trace: Trace | undefined): MsgHdrs {
  const made = headers();
  made.set(ACCOUNT, asker.accountId);
  made.set(REQUEST, asker.requestId);
  if (asker.reservedId !== undefined) made.set(RESERVED, asker.reservedId);
  if (asker.isFirstRun === true) made.set(FIRST_RUN, '1');
  if (asker.ifMatch !== undefined) made.set(IF_MATCH, asker.ifMatch);
  if (trace) made.set(TRACE, trace.traceparent);
  if (trace?.actor) made.set(ACTOR, encodeURIComponent(JSON.stringify(trace.actor)));
  return made;
}

export function askOf(request: Pick<Msg, 'string' | 'headers'>): Ask {
  const given = request.headers;
  const traceparent = given?.get(TRACE);
  const actor = given?.get(ACTOR);
  const caller = { accountId: given?.get(ACCOUNT) ?? '', requestId: given?.get(REQUEST) ?? '' };
  const preconditions = {
    reservedId: given?.get(RESERVED),
    isFirstRun: given?.has(FIRST_RUN),
    ifMatch: given?.get(IF_MATCH),
  };
  return {
    body: request.string(),
    asker: askerOf(caller, preconditions),
    ...(traceparent && { traceparent }),
    ...(actor && { actor: actorOf(actor) }),
  };
}

const actorOf = (header: string): Actor => Actor.parse(JSON.parse(decodeURIComponent(header)));

/** Marks a reply whose body is a plain error. */
export function errorHeaders(code: string): MsgHdrs {
  const made = headers();
  made.set(ERROR, code);
  made.set(ERROR_CODE, '500');
  return made;
}

/** Adds the deadline for starting to an ask. */
export function withBeginBefore(made: MsgHdrs, timeMs: number): MsgHdrs {
  made.set(BEGIN_BEFORE, String(Math.round(timeMs)));
  return made;
}

/** Marks an ask that changes nothing. */
export function asRead(made: MsgHdrs): MsgHdrs {
  made.set(READ, '1');
  return made;
}

export const isRead = ({ headers: given }: Pick<Msg, 'headers'>): boolean => given?.has(READ) ?? false;

/** The deadline for starting an ask; undefined for one of an earlier version. */
export function beginBeforeOf({ headers: given }: Pick<Msg, 'headers'>): number | undefined {
  const text = given?.get(BEGIN_BEFORE);
  return text ? Number(text) : undefined;
}

/** Stands for the name of a replica that cannot be asked alone. */
export const UNNAMED = '1';

const replyHeaders = (name: string, value: string, replica: string): MsgHdrs => {
  const made = headers();
  made.set(name, value);
  return signed(replica, made);
};

export const begunHeaders = (replica: string): MsgHdrs => replyHeaders(BEGUN, '1', replica);
export const tooLateHeaders = (nowMs: number, replica: string): MsgHdrs =>
  replyHeaders(TOO_LATE, String(nowMs), replica);

/** Marks an answer as one of a replica that announces its start. */
export function signed(replica: string, made: MsgHdrs = headers()): MsgHdrs {
  made.set(SIGNS, replica);
  return made;
}

/** The replica of a reply, if it can be asked alone. */
export function replicaOf({ headers: given }: Pick<Msg, 'headers'>): string | undefined {
  const name = given?.get(SIGNS);
  return name === undefined || name === '' || name === UNNAMED ? undefined : name;
}

/** The subject of a single replica. */
export const subjectAt = (subject: string, replica: string): string => `${subject}.${replica}`;

/** The owner of a single replica's subject; undefined for any other subject. */
export function ownerAt(subject: string): string | undefined {
  const [kind, owner, , replica] = subject.split('.');
  return kind === 'ask' && replica !== undefined ? owner : undefined;
}

export const isBegun = (reply: Pick<Msg, 'headers'>): boolean => reply.headers?.has(BEGUN) ?? false;
export const isSigned = (reply: Pick<Msg, 'headers'>): boolean => reply.headers?.has(SIGNS) ?? false;

/** The clock of a replica that received an ask too late. */
export function tooLateAtOf({ headers: given }: Pick<Msg, 'headers'>): number | undefined {
  const text = given?.get(TOO_LATE);
  return text ? Number(text) : undefined;
}

export const isErrorReply = (reply: Msg): boolean => reply.headers?.has(ERROR) ?? false;
