import { describe, expect, it } from 'vitest';
import { InvalidInput, NotAllowed, ServiceError, Unavailable } from './errors.ts';
import { fromPlain, toPlain } from './plain.ts';
import type { PlainError } from './plain.ts';
import { found } from './found.ts';

describe('an error that crosses a process', () => {
  const problems = [{ path: 'fields.title', message: 'is required', code: 'required' }];
  it.each([
    new InvalidInput('bad', { code: 'x', problems }),
    new NotAllowed('no key', { reason: 'unauthenticated' }),
    new Unavailable('away', { retryAfterMs: 5000 }),
  ])('an error that crosses a process keeps kind, code, message and what the caller needs (%s)', (error) => {
    const back = fromPlain(JSON.parse(JSON.stringify(toPlain(error))) as PlainError);
    expect(back).toBeInstanceOf(ServiceError);
    expect(toPlain(back)).toEqual(toPlain(error));
  });

  it('an error that crosses a process never carries the text of an unexpected error', () => {
    expect(JSON.stringify(toPlain(new Error('password is hunter2')))).not.toContain('hunter2');
  });

  it('an error that crosses a process never carries the details meant for the log', () => {
    expect(JSON.stringify(toPlain(new Unavailable('away', { details: { uri: 'secret' } })))).not.toContain(
      'secret',
    );
  });
});

describe('found', () => {
  it('found names the thing and the id that is missing', () => {
    expect(() => found(null, 'property', 'abc')).toThrow('There is no property with the id abc.');
  });

  it('found has a code in kebab-case, whatever the thing is called', () => {
    expect(() => found(null, 'API key', 'abc')).toThrow(
      expect.objectContaining({ code: 'api-key-not-found' }),
    );
  });
});
