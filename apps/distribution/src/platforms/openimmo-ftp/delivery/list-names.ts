import type { Socket } from 'node:net';
import type { Client } from 'basic-ftp';
import { openDataConnection } from './data-connection.ts';

const LINE_CHARACTERS_MAX = 4096;

/** The wanted names in the current directory; others are forgotten as they come, however many there are. */
export async function listNames({ ftp }: Client, isWanted: (name: string) => boolean): Promise<string[]> {
  const data = await openDataConnection(ftp);
  try {
    const names = namesFrom(data, isWanted);
    let found: string[] | undefined;
    let isConfirmed = false;
    await ftp.handle('NLST', (reply, task) => {
      const settle = () => {
        if (isConfirmed && found !== undefined) task.resolve(undefined);
      };
      if (reply instanceof Error) {
        task.reject(reply);
      } else if (reply.code === 150 || reply.code === 125) {
        void names.then((all) => {
          found = all;
          settle();
        });
      } else if (reply.code >= 200 && reply.code < 300) {
        isConfirmed = true;
        settle();
      }
    });
    return await names;
  } finally {
    data.destroy();
  }
}

/** A listing that breaks off ends early: what it did not name is found another time. */
function namesFrom(data: Socket, isWanted: (name: string) => boolean): Promise<string[]> {
  const wanted: string[] = [];
  let rest = '';
  const take = (line: string) => {
    const name = line.trim().replace(/^.*[/\\]/, '');
    if (isWanted(name)) wanted.push(name);
  };
  data.setEncoding('utf8');
  data.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-LINE_CHARACTERS_MAX);
    lines.forEach(take);
  });
  data.on('error', () => undefined);
  return new Promise((resolve) => {
    data.once('close', () => {
      take(rest);
      resolve(wanted);
    });
  });
}
