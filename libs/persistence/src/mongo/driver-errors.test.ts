import { Unavailable } from '@estate/errors';
import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { describe, expect, it } from 'vitest';
import { isDuplicateKey, isWriteConflict, toServiceError } from './driver-errors.ts';

const SYSTEM_ERRORS = [
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_DESTROYED',
];
const systemError = (code: string) => Object.assign(new Error(`read ${code}`), { code });
/** As the driver makes it: of what the server says, or of an error that came instead. */
const ofMany = (error: object) => new MongoBulkWriteError(error as never, {} as never);
const labelled = (label: string) => {
  const error = new MongoError('labelled');
  error.addErrorLabel(label);
  return error;
};

describe('an error of the driver', () => {
  it.each<[string, Error]>([
    ['a lost connection', new MongoNetworkError('connection closed')],
    ['a server that is not primary', new MongoServerError({ code: 10107, errmsg: 'not primary' })],
    ['a server that shuts down', new MongoServerError({ code: 91, errmsg: 'shutting down' })],
    [
      'a socket that the server has ended',
      Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
    ],
    ...SYSTEM_ERRORS.map((code) => [`a socket that says ${code}`, systemError(code)] as [string, Error]),
    ['a connection that was refused', new MongoNetworkError('x', { cause: systemError('ECONNREFUSED') })],
    ['no server to be found', new MongoServerSelectionError('timed out', {} as never)],
    ['a server with too much to do', labelled('SystemOverloadedError')],
    ['many writes over a connection that was reset', ofMany(systemError('ECONNRESET'))],
    ['many writes over a connection that was lost', ofMany(new MongoNetworkError('closed'))],
    ['many writes to a server that shuts down', ofMany({ message: 'x', code: 91, writeErrors: [] })],
    [
      'many writes of which one came too late',
      ofMany({ message: 'x', code: 2, writeErrors: [{ code: 2 }, { code: 11600, errmsg: 'interrupted' }] }),
    ],
    ['a write abandoned for another', new MongoServerError({ code: 112, errmsg: 'WriteConflict' })],
    [
      'a write that would have waited for ever',
      new MongoServerError({ code: 1, errmsg: 'deadlock detected' }),
    ],
    ['a full disk', new MongoServerError({ code: 14031, errmsg: 'out of disk space' })],
  ])('an error of the driver says that it is worth another try: %s', (_, error) => {
    const translated = toServiceError(error);
    expect(translated).toBeInstanceOf(Unavailable);
    expect(translated).toMatchObject({ code: 'store-unavailable', cause: error });
  });

  it.each([
    new MongoServerError({ code: 2, errmsg: 'bad value' }),
    new Error('ours'),
    new Unavailable('else'),
    Object.assign(new Error('a name of a customer'), { name: 'ResolutionFailed', code: 'ENOTFOUND' }),
    'text',
  ])('an error of the driver stays what it is otherwise (%s)', (error) => {
    expect(toServiceError(error)).toBe(error);
  });
});

describe('a duplicate key', () => {
  const duplicate = new MongoServerError({
    code: 11000,
    errmsg:
      'E11000 duplicate key error collection: inbox.requests index: account_event dup key: { a: "index: other" }',
  });

  it('a duplicate key is known by its code and the name of its index', () => {
    expect(isDuplicateKey(duplicate)).toBe(true);
    expect(isDuplicateKey(duplicate, 'account_event')).toBe(true);
    expect(isDuplicateKey(duplicate, 'account')).toBe(false);
    expect(isDuplicateKey(duplicate, 'other')).toBe(false);
  });

  it('a duplicate key is not seen in other errors', () => {
    expect(isDuplicateKey(new MongoServerError({ code: 2, errmsg: 'index: account' }), 'account')).toBe(
      false,
    );
    expect(isDuplicateKey(new Error('E11000'))).toBe(false);
  });
});

describe('a write conflict', () => {
  it.each([
    new MongoServerError({ code: 112, errmsg: 'WriteConflict' }),
    new MongoServerError({ code: 1, errmsg: 'deadlock detected' }),
  ])('a write conflict is known by its code or its words (%s)', (error) => {
    expect(isWriteConflict(error)).toBe(true);
  });

  it.each([
    new MongoServerError({ code: 11000, errmsg: 'duplicate' }),
    new Error('deadlock detected'),
    undefined,
  ])('a write conflict is no other error (%s)', (error) => {
    expect(isWriteConflict(error)).toBe(false);
  });
});
