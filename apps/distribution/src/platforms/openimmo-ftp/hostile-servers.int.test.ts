import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { HOSTILE_WAYS, startHostileFtp } from '@estate/testing';
import type { HostileWay } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicationResult } from './test-support/hostile-publisher.ts';
import { startScriptedPortal } from './test-support/scripted-portal.ts';
import { SENT } from './test-support/sent.ts';

const PUBLISHER = fileURLToPath(new URL('./test-support/hostile-publisher.ts', import.meta.url));
/** The growth of the process above its needs for a publication to a server that behaves. */
const GROWTH_MEGABYTES_MAX = 120;
const EXCESS = { code: 'platform_unavailable', repeat: true, scope: 'target' };
const SILENT = { code: 'host_unreachable', repeat: true, scope: 'target' };
const LOST = { code: 'connection_lost', repeat: true, scope: 'target' };

interface Expectation {
  code: string;
  repeat: boolean;
  scope: string;
  says?: RegExp;
}

const TOO_MANY_REPLIES = { ...EXCESS, says: /more than 64000 bytes of replies/ };

const EXPECTED: Record<HostileWay, Expectation> = {
  'names without end': { ...EXCESS, says: /more than 800000 names/ },
  'temporary names without end': { ...EXCESS, says: /more than 800000 names/ },
  'names that begin like temporary ones without end': { ...EXCESS, says: /more than 64 MB/ },
  'a name without end': { ...EXCESS, says: /name of more than 4096 characters/ },
  'a name every moment': LOST,
  'a listing that never begins': LOST,
  'a listing that is never confirmed': LOST,
  'a greeting without end': TOO_MANY_REPLIES,
  'a greeting without a line break': TOO_MANY_REPLIES,
  'a greeting that comes byte by byte': SILENT,
  nothing: SILENT,
  'no answer to the login': SILENT,
  'features without end': TOO_MANY_REPLIES,
  'features without a line break': TOO_MANY_REPLIES,
  'replies without end': TOO_MANY_REPLIES,
  'replies without end during an upload': TOO_MANY_REPLIES,
  'lines that are no replies during an upload': TOO_MANY_REPLIES,
  'garbage instead of TLS': LOST,
  'an upload that is not read': LOST,
  'data without end during an upload': LOST,
  'a size of thousand digits': { code: 'connection_lost', repeat: true, scope: 'listing' },
  'a reset at the login': LOST,
  'a reset at the upload': LOST,
  'no port for data': LOST,
};

let publisher: ChildProcess;
let normalMegabytes: number;

interface Waiting {
  resolve(result: PublicationResult): void;
  reject(error: Error): void;
}
const waiting = new Map<number, Waiting>();
let wishes = 0;

function published(port: number, secure = false): Promise<PublicationResult> {
  wishes += 1;
  const number = wishes;
  const result = new Promise<PublicationResult>((resolve, reject) => {
    waiting.set(number, { resolve, reject });
  });
  publisher.send({ number, port, secure });
  return result;
}

beforeAll(async () => {
  publisher = fork(PUBLISHER, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(publisher, 'message');
  publisher.on('message', (result: PublicationResult) => waiting.get(result.number)?.resolve(result));
  publisher.once('exit', (code, signal) => {
    const died = new Error(`the process that publishes died: ${String(code ?? signal)}`);
    for (const { reject } of waiting.values()) reject(died);
  });
  const portal = await startScriptedPortal();
  // Twice: the first one also starts what checks documents.
  for (let times = 0; times < 2; times += 1) {
    const { outcome, peakMegabytes } = await published(portal.port);
    expect(outcome).toEqual(SENT);
    normalMegabytes = peakMegabytes;
  }
  await portal.close();
});
afterAll(() => publisher.disconnect());

describe.concurrent('a publication to an FTP server that misbehaves', () => {
  it.each(Object.keys(HOSTILE_WAYS) as HostileWay[])(
    'a publication to an FTP server that misbehaves (%s) fails with a clear message',
    async (way) => {
      const server = await startHostileFtp(way);
      const { says = /./, ...expected } = EXPECTED[way];
      const { outcome } = await published(server.port, way === 'garbage instead of TLS');
      await server.close();
      expect(outcome).toMatchObject({
        ok: false,
        failure: { ...expected, message: expect.stringMatching(says) },
      });
    },
  );
});

describe('the process that publishes to FTP servers that misbehave', () => {
  it('a process that publishes to misbehaving FTP servers needs little memory, whatever they sent', async () => {
    const portal = await startScriptedPortal();
    const { outcome, peakMegabytes } = await published(portal.port);
    await portal.close();
    expect(outcome).toEqual(SENT);
    expect(peakMegabytes - normalMegabytes).toBeLessThan(GROWTH_MEGABYTES_MAX);
  });
});
