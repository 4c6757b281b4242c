import { expect, it } from 'vitest';
import { idIn, isGone, isReadable, isSuccess, readAnswer, readTidyMessages } from './answer.ts';
import { refusalOf } from './failures.ts';
import { redactor } from '../rest/redact.ts';

const redact = redactor(['a-secret-of-the-grant']);
const subject = { what: 'the property', field: 'fields', fieldOf: () => undefined };
const answer = (statusCode: number, body: string, headers: Record<string, string> = {}, truncated = false) =>
  readAnswer(
    { statusCode, headers, body: Buffer.from(body), truncated, durationMs: 1 },
    { traceHeader: 'x-trace', redact },
  );
const json = (value: unknown) => JSON.stringify(value);
const traced = { 'x-trace': 'abc' };
const wordsOf = (statusCode: number, text: string) =>
  readTidyMessages({ statusCode, text }, redact).map((message) => message.text);

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'a message code named like a method of objects has no meaning of its own: %s',
  (messageCode) => {
    const body = json({ 'common.messages': [{ message: { messageCode, message: 'x' } }] });
    const { failure, kind } = refusalOf(answer(412, body), subject);
    expect([failure.code, failure.repeat, kind]).toEqual(['validation_rejected', false, undefined]);
    const rule = json({ 'common.messages': [{ message: { messageCode: 'X', message: `[MESSAGE: a : 1 : ${messageCode}]` } }] }); // oxfmt-ignore
    expect(refusalOf(answer(412, rule), subject).message).toContain(`fields: ${messageCode} (given: 1)`);
  },
);

it('a refusal of an object has the words of the marketplace, each with the field of the API', () => {
  const named = { ...subject, fieldOf: (name: string) => (name === 'title' ? 'fields.title' : undefined) };
  const message = "[MESSAGE: field 'title' must not be empty]";
  const said = (statusCode: number, messageCode: string) =>
    refusalOf(answer(statusCode, json({ 'common.messages': [{ message: { messageCode, message } }] })), named)
      .failure.said;
  expect(said(412, 'ERROR_RESOURCE_VALIDATION')).toEqual({
    state: 'rejected',
    messages: [
      { code: 'ERROR_RESOURCE_VALIDATION', severity: 'error', text: message, field: 'fields.title' },
    ],
  });
  expect(said(503, 'ERROR_COMMON_SERVICE_UNAVAILABLE')).toBeUndefined();
});

it('a deeply nested answer gives a message of bounded length', () => {
  const deep = '['.repeat(900_000) + ']'.repeat(900_000);
  const [words = ''] = wordsOf(500, deep);
  expect(words.length).toBeLessThanOrEqual(4000);
  expect(refusalOf(answer(500, deep), subject).message.length).toBeLessThan(1000);
});

it('a message of a megabyte is cut to a bounded length', () => {
  const message = '[MESSAGE: title : x : Y] '.repeat(40_000);
  const body = json({
    'common.messages': [{ message: { messageCode: 'ERROR_RESOURCE_VALIDATION', message } }],
  });
  expect(refusalOf(answer(412, body), subject).message.length).toBeLessThan(2500);
});

it('a secret is never shown, not even in part where a text is cut', () => {
  for (let before = 3900; before < 4100; before += 1) {
    const [words = ''] = wordsOf(400, json({ message: `${'.'.repeat(before)}a-secret-of-the-grant` }));
    expect(words).not.toContain('a-sec');
  }
  for (let before = 470; before < 510; before += 1) {
    const [words = ''] = wordsOf(400, `${'.'.repeat(before)}a-secret-of-the-grant`);
    expect(words).not.toContain('a-sec');
  }
});

it('control characters and line breaks of an answer are removed from its messages', () => {
  expect(wordsOf(400, 'a\u0000b\r\n\tc\u001B[31md')).toEqual(['ab c[31md']);
});

it('the reference of an answer is one line of bounded length', () => {
  expect(answer(500, '', { 'x-trace': `a\nb${'c'.repeat(1000)}` }).trace).toMatch(/^a bc{97}$/);
});

it.each([
  [404, '', traced, true],
  [410, '', traced, true],
  [404, '', {}, false],
  [404, '<html>no', {}, false],
  [404, json({ 'common.messages': [{ message: { messageCode: 'ERROR_RESOURCE_NOT_FOUND' } }] }), {}, true],
  [403, '', traced, false],
  [200, '', traced, false],
])(
  'an answer %i %s with the headers %j means that the resource is gone: %j',
  (status, body, headers, gone) => {
    expect(isGone(answer(status, body, headers))).toBe(gone);
  },
);

it.each([
  ['GET', '{}', true],
  ['GET', '', false],
  ['GET', 'null', false],
  ['GET', '"x"', false],
  ['DELETE', '', true],
  ['DELETE', ' \n', true],
  ['PUT', 'OK', false],
  ['POST', '<html>', false],
  ['POST', '{"a":', false],
])('a successful answer to %s with the body %j is accepted: %j', (method, body, expected) => {
  expect(isReadable(answer(200, body), method)).toBe(expected);
});

it('an answer that was cut off for its length is not accepted', () => {
  expect(isReadable(answer(200, '{}', {}, true), 'GET')).toBe(false);
});

it('an error code is a failure whatever the status', () => {
  const body = json({ 'common.messages': [{ message: { messageCode: 'ERROR_DB_NOT_AVAILABLE' } }] });
  expect(isSuccess(answer(200, body))).toBe(false);
  expect(isSuccess(answer(200, '{}'))).toBe(true);
});

it.each([
  [{ location: 'https://a.example/realestate/1001' }, '1001'],
  [{ location: 'https://a.example/realestate/1001/?x' }, '1001'],
  [{ location: 'https://login.example/' }, undefined],
  [{ location: 'https://a.example/..' }, undefined],
  [{}, undefined],
])('the id of a new resource is read from the headers %j', (headers, id) => {
  expect(idIn(answer(201, '{}', headers))).toBe(id);
});
