import { expect, it } from 'vitest';
import { readAttachments, readOrder } from './attachments/remote.ts';
import { idOf, readMessages, readWords } from './messages.ts';

const message = { messageCode: 'CODE', message: 'text', id: 7 };
const read = [{ code: 'CODE', text: 'text', id: '7' }];

it.each([
  [{ 'common.messages': [{ message }] }, read],
  [{ 'common.messages': { message } }, read],
  [{ 'common.messages': { message: [message, message] } }, [...read, ...read]],
  [{ 'common.messages': [{ message: [message] }] }, read],
  [{ 'common.messages': [message] }, read],
  [{ 'common.messages': 'text' }, [{ code: '', text: 'text' }]],
  [message, read],
  [[message, { title: 'other' }], read],
  [{ 'realestates.apartmentBuy': { title: 'Title' } }, []],
  [{ 'common.messages': [] }, []],
  [{}, []],
  [null, []],
])('messages are read from %j', (body, messages) => {
  expect(readMessages(JSON.stringify(body))).toEqual(messages);
});

it.each([
  [
    '<common:messages xmlns:common="x"><message> <messageCode>ERROR_COMMON_ACCESS_DENIED</messageCode>\n<message>No &lt;way&gt;</message></message></common:messages>',
    [{ code: 'ERROR_COMMON_ACCESS_DENIED', text: 'No <way>' }],
  ],
  [
    '<!DOCTYPE html><html><head><title>Sorry</title><script>var a = "<b>";</script></head><!-- no --><body><h1>Later</h1> &amp; more',
    [{ code: '', text: 'Sorry Later & more' }],
  ],
  ['<html></html>', []],
])('messages are read from the markup %s', (body, messages) => {
  expect(readMessages(body)).toEqual(messages);
});

it.each([
  [{ error: 'a', error_description: 'b' }, ['b']],
  [{ errors: [{ message: 'a' }, { message: 'b' }] }, ['a', 'b']],
  [{ fault: { faultstring: 'a', detail: { errorcode: 'x' } } }, ['a']],
  [{ title: 'a', status: 400 }, ['a']],
  [{ message: { detail: 'a' } }, ['a']],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  ['a', ['a']],
  [{ code: 7 }, []],
  [{ constructor: 'x', message: '' }, []],
  [null, []],
])('the texts of an error are found in %j', (body, texts) => {
  expect(readWords(body).map(({ text }) => text)).toEqual(texts);
});

it('unclosed markup of two megabytes is read without much processor time', () => {
  const before = process.cpuUsage();
  for (const piece of ['<script ', '<', '<!--', '&amp', '<message>', ' <messageCode>E', '[[[', '{"a":']) {
    readMessages(piece.repeat(2_000_000 / piece.length));
  }
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(2000);
});

it.each([
  ['1001', '1001'],
  [1001, '1001'],
  ['ac050ef7-f6e2-4451', 'ac050ef7-f6e2-4451'],
  ['1001_10000', '1001_10000'],
  ['..', undefined],
  ['1/2', undefined],
  ['', undefined],
  ['login', undefined],
  ['1'.repeat(65), undefined],
  [{}, undefined],
])('an id is read from %j', (value, id) => {
  expect(idOf(value)).toBe(id);
});

it('a plain text is a message without a code, and nothing is none', () => {
  expect(readMessages(' Service down ')).toEqual([{ code: '', text: 'Service down' }]);
  expect(readMessages('')).toEqual([]);
});

const attachment = { '@id': '1', '@xsi.type': 'common:Picture', floorplan: 'false', titlePicture: 'true' };

it.each([
  [{ 'common.attachments': [] }, 0],
  [{ 'common.attachments': [{ attachment }] }, 1],
  [{ 'common.attachments': [{ attachment: [attachment, attachment] }] }, 2],
  [{ 'common.attachments': { attachment } }, 1],
  [{}, 0],
])('attachments are read from %j', (body, count) => {
  const attachments = readAttachments(body);
  expect(attachments).toHaveLength(count);
  for (const one of attachments)
    expect(one).toMatchObject({ kind: 'Picture', titlePicture: true, floorplan: false });
});

it('an order is read from a list or a single id', () => {
  const order = (attachmentId: unknown) =>
    readOrder({ 'attachmentsorder.attachmentsorder': { attachmentId } });
  expect(order(['1', 2])).toEqual(['1', '2']);
  expect(order('1')).toEqual(['1']);
  expect(order(undefined)).toEqual([]);
});
