import { expect, it } from 'vitest';
import { readAttachments, readOrder } from './attachments/remote.ts';
import { readMessages } from './messages.ts';

const message = { messageCode: 'CODE', message: 'text', id: 7 };
const read = [{ code: 'CODE', text: 'text', id: '7' }];

it.each([
  [{ 'common.messages': [{ message }] }, read],
  [{ 'common.messages': { message } }, read],
  [{ 'common.messages': { message: [message, message] } }, [...read, ...read]],
  [{ 'common.messages': [{ message: [message] }] }, read],
  [{ 'common.messages': [message] }, [{ code: '', text: 'text' }]],
  [{ 'common.messages': [] }, []],
  [{}, []],
  [null, []],
])('messages are read from %j', (body, messages) => {
  expect(readMessages(JSON.stringify(body))).toEqual(messages);
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
