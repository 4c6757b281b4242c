import { expect, it } from 'vitest';
import { readHead } from '../reading/mail-head.ts';
import { contentKey } from './content-key.ts';
import { inMemory } from './raw-mail.ts';

function keyOf(id: string, subject: string): Promise<string> {
  const raw = inMemory(Buffer.from(`Message-ID: ${id}\r\nSubject: ${subject}\r\n\r\nNeue Anfrage`));
  return contentKey(raw, readHead(raw.head));
}

it.each(['', '<>', '< >', ' <> '])(
  'emails with the empty Message-ID %j are copies only if they say the same',
  async (id) => {
    expect(await keyOf(id, 'one')).not.toBe(await keyOf(id, 'another'));
    expect(await keyOf(id, 'one')).toBe(await keyOf(id, 'one'));
  },
);

it('emails with the same Message-ID are copies, whatever their subject became on the way', async () => {
  expect(await keyOf('<1@portal.example>', 'one')).toBe(await keyOf('<1@portal.example>', '[list] one'));
});
