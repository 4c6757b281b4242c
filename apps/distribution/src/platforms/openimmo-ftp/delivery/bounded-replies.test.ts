import { Socket } from 'node:net';
import { Client } from 'basic-ftp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundReplies } from './bounded-replies.ts';

/** The lines that the library hears when the server's words come in these pieces. */
function heard(pieces: readonly string[]): string[] {
  const client = new Client();
  client.ftp.socket = new Socket();
  boundReplies(client);
  const replies: string[] = [];
  void client.ftp.handle(undefined, (reply) => {
    replies.push(reply instanceof Error ? reply.message : reply.message);
  });
  for (const piece of pieces) client.ftp.socket.emit('data', piece);
  return replies;
}

const GREETING = '220-Welcome\r\n to the portal\r\n220 Ready.\r\n';

describe('a reply of an FTP server', () => {
  it('a reply of an FTP server is passed on once and whole, wherever the network splits it', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: GREETING.length - 1 }));
    fc.assert(
      fc.property(cuts, (places) => {
        const ends = [...places.toSorted((a, b) => a - b), GREETING.length];
        const pieces = ends.map((end, index) => GREETING.slice(index === 0 ? 0 : ends[index - 1], end));
        expect(heard(pieces)).toEqual(['220-Welcome\n to the portal\n220 Ready.']);
      }),
    );
  });

  it('a reply of an FTP server is not passed on before its line has ended', () => {
    expect(heard(['220'])).toEqual([]);
    expect(heard(['2', '2', '0', ' Ready.', '\r\n'])).toEqual(['220 Ready.']);
  });
});
