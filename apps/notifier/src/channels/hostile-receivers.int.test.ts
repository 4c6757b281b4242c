import { gzipSync } from 'node:zlib';
import type { EgressPolicy, GuardedAgentOptions } from '@estate/egress';
import { bytesHeld, selfSigned } from '@estate/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { decide } from '../domain/delivery.ts';
import type { WebhookResult } from './webhook-channel.ts';
import {
  SHORT_MS,
  accept,
  cleanUp,
  deliver,
  dialled,
  drip,
  hostile,
  hostileTls,
  pour,
} from './hostile.fixture.ts';
import type { Behaviour, Hostile } from './hostile.fixture.ts';

afterEach(cleanUp);

/** Loopback alone is open: everything else that is private stays closed. */
const open: EgressPolicy = { allowHttp: true, allowedNetworks: ['127.0.0.1'] };
const DAY_MS = 86_400_000;
const MEBIBYTE = 1024 * 1024;
const MOST_KEPT = 64 * MEBIBYTE;

const CRLF = '\r\n';
const raw =
  (text: string): Behaviour =>
  (socket) =>
    socket.end(text);
const head = (status: string, ...headers: string[]) => [`HTTP/1.1 ${status}`, ...headers, '', ''].join(CRLF);
const redirect = (location: string): Behaviour =>
  raw(head('307 Temporary Redirect', `location: ${location}`, 'content-length: 0'));
const bomb = gzipSync(Buffer.alloc(20 * MEBIBYTE), { level: 9 });

/** The end of the delivery, and its log: the status, and the error class where there is one. */
const outcomeOf = (result: WebhookResult): string => {
  const context = { attemptsLeft: 8, now: new Date(), schedule: { baseMs: 1, random: () => 0.5 } };
  const decision = decide('failure' in result ? {} : result, context);
  const status = 'statusCode' in result ? [String(result.statusCode)] : [];
  const failure = 'failure' in result ? result.failure : result.broken;
  const verdict = decision.status === 'pending' ? 'repeat' : decision.status;
  return [verdict, ...status, ...(failure ? [failure.kind] : [])].join(' ');
};

/** Short where nothing but the timeout ends an exchange. */
const patienceFor = (outcome: string | RegExp) =>
  String(outcome).includes('timeout') ? { timeoutMs: SHORT_MS } : {};

interface Case {
  name: string;
  behave: Behaviour;
  outcome: string | RegExp;
  /** Its bytes are read and thrown away until the time is over. */
  floods?: boolean;
}

const CASES: Case[] = [
  { name: 'accepts', behave: accept, outcome: 'succeeded 204' },
  { name: 'never answers', behave: () => undefined, outcome: 'repeat timeout' },
  {
    name: 'drips its header',
    behave: (socket) => drip(socket, `HTTP/1.1 200 OK${CRLF}x-slow: `),
    outcome: 'repeat timeout',
  },
  {
    name: 'accepts and drips its body',
    behave: (socket) => drip(socket, head('200 OK', 'content-length: 100000')),
    outcome: 'succeeded 200 timeout',
  },
  {
    name: 'refuses and drips its body',
    behave: (socket) => drip(socket, head('500 No', 'content-length: 100000')),
    outcome: 'repeat 500 timeout',
  },
  {
    name: 'answers ten gigabytes',
    behave: (socket) => {
      socket.write(head('200 OK', 'content-length: 10000000000'));
      pour(socket, Buffer.alloc(65_536, 'x'));
    },
    outcome: 'succeeded 200',
  },
  {
    name: 'answers endless chunks',
    behave: (socket) => {
      socket.write(head('200 OK', 'transfer-encoding: chunked'));
      pour(socket, `4000${CRLF}${'x'.repeat(0x4000)}${CRLF}`);
    },
    outcome: 'succeeded 200',
  },
  {
    name: 'answers a compressed bomb',
    behave: (socket) => {
      socket.write(head('200 OK', 'content-encoding: gzip', `content-length: ${bomb.length}`));
      socket.end(bomb);
    },
    outcome: 'succeeded 200',
  },
  {
    name: 'sends endless headers',
    behave: (socket) => {
      socket.write(`HTTP/1.1 200 OK${CRLF}`);
      pour(socket, `x-filler: ${'x'.repeat(1000)}${CRLF}`);
    },
    outcome: 'repeat protocol_error',
  },
  {
    name: 'sends a status line without end',
    behave: (socket) => {
      socket.write('HTTP/1.1 200 ');
      pour(socket, 'x'.repeat(1000));
    },
    outcome: /^repeat (protocol_error|timeout)$/,
    floods: true,
  },
  {
    name: 'sends interim answers without end',
    behave: (socket) => pour(socket, head('103 Early Hints', 'link: x')),
    outcome: 'repeat timeout',
    floods: true,
  },
  { name: 'redirects to loopback', behave: redirect('http://127.0.0.2:8080/'), outcome: 'repeat 307' },
  {
    name: 'redirects to a metadata address',
    behave: redirect('http://169.254.169.254/'),
    outcome: 'repeat 307',
  },
  { name: 'redirects to a private address', behave: redirect('https://10.0.0.1/'), outcome: 'repeat 307' },
  { name: 'redirects to a file', behave: redirect('file:///etc/passwd'), outcome: 'repeat 307' },
  {
    name: 'redirects for good',
    behave: raw(head('308 Permanent', 'location: http://[::1]/', 'content-length: 0')),
    outcome: 'repeat 308',
  },
  { name: 'speaks HTTP/0.9', behave: raw('hello\n'), outcome: 'repeat protocol_error' },
  { name: 'speaks another protocol', behave: raw(`220 mail ESMTP${CRLF}`), outcome: 'repeat protocol_error' },
  {
    name: 'switches the protocol',
    behave: raw(head('101 Switching Protocols', 'upgrade: x', 'connection: upgrade')),
    outcome: 'repeat protocol_error',
  },
  {
    name: 'smuggles with two lengths',
    behave: raw(`${head('200 OK', 'content-length: 1', 'content-length: 2')}xx`),
    outcome: 'repeat protocol_error',
  },
  { name: 'closes without a word', behave: raw(''), outcome: 'repeat connection_lost' },
  {
    name: 'resets the connection',
    behave: (socket) => socket.resetAndDestroy(),
    outcome: 'repeat connection_lost',
  },
  {
    name: 'closes its half in the middle of the header and goes on listening',
    behave: raw(`HTTP/1.1 200 OK${CRLF}x-half: `),
    outcome: /^repeat (connection_lost|protocol_error)$/,
  },
  {
    name: 'closes its half after an answer without a length',
    behave: raw(`${head('200 OK')}done`),
    outcome: 'succeeded 200',
  },
  {
    name: 'accepts and resets before the body is whole',
    behave: (socket) => {
      socket.write(`${head('200 OK', 'content-length: 10')}abc`, () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      );
    },
    outcome: 'succeeded 200 connection_lost',
  },
  {
    name: 'accepts and sends less than it announced',
    behave: raw(`${head('200 OK', 'content-length: 10')}abc`),
    outcome: 'succeeded 200 connection_lost',
  },
  {
    name: 'accepts and never ends its last chunk',
    behave: raw(`${head('202 Accepted', 'transfer-encoding: chunked')}5${CRLF}x`),
    outcome: 'succeeded 202 connection_lost',
  },
  {
    name: 'accepts with garbled chunks',
    behave: raw(`${head('200 OK', 'transfer-encoding: chunked')}zz${CRLF}`),
    outcome: /^succeeded 200 (protocol_error|connection_lost)$/,
  },
  {
    name: 'refuses and sends less than it announced',
    behave: raw(`${head('503 Busy', 'content-length: 10')}abc`),
    outcome: 'repeat 503 connection_lost',
  },
  { name: 'is gone', behave: raw(head('410 Gone', 'content-length: 0')), outcome: 'failed 410' },
];

function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('a hostile receiver', () => {
  it.each(CASES)(
    'a hostile receiver that $name causes one outcome in bounded time and memory',
    async ({ behave, outcome, floods }) => {
      const before = bytesInUse();
      const receiver = await hostile(behave);
      const results: WebhookResult[] = [];
      const addresses = await dialled(async () => {
        const url = `http://127.0.0.1:${receiver.port}/hook`;
        results.push(await deliver(url, open, patienceFor(outcome)));
      });
      const [result] = results;
      expect(outcomeOf(result!)).toMatch(typeof outcome === 'string' ? new RegExp(`^${outcome}$`) : outcome);
      expect(receiver.requests).toBe(1);
      expect(new Set(addresses)).toEqual(new Set(['127.0.0.1']));
      if ('body' in result!) expect(Buffer.byteLength(result.body)).toBeLessThanOrEqual(16_384);
      const kept = bytesHeld(() => bytesInUse() - before, MOST_KEPT);
      expect(kept).toBeLessThanOrEqual(MOST_KEPT);
      const taken = await bytesTaken(receiver);
      if (!floods) expect(taken).toBeLessThan(16 * MEBIBYTE);
    },
  );

  it('the response of a hostile receiver is stored up to 16 KiB and marked as truncated', async () => {
    const receiver = await hostile((socket) => {
      socket.write(head('200 OK', 'content-length: 10000000000'));
      pour(socket, Buffer.alloc(65_536, 'x'));
    });
    expect(await deliver(`http://127.0.0.1:${receiver.port}/`, open)).toMatchObject({
      body: 'x'.repeat(16_384),
      bodyTruncated: true,
    });
  });

  it('a compressed response of a hostile receiver is named, not decompressed', async () => {
    const receiver = await hostile((socket) => {
      socket.write(head('200 OK', 'content-encoding: gzip', `content-length: ${bomb.length}`));
      socket.end(bomb);
    });
    const result = await deliver(`http://127.0.0.1:${receiver.port}/`, open);
    expect(result).toMatchObject({
      body: '(16384 bytes, compressed with gzip, not decompressed)',
      bodyTruncated: true,
    });
  });

  it('a receiver that closes an idle connection gets one immediate retry, which is not counted as an attempt', async () => {
    const receiver = await hostile((socket, about) => {
      if (about.requests === 2) socket.destroy();
      else socket.write(head('204 No Content'));
    });
    const { guardedAgent } = await import('@estate/egress');
    const { webhookChannel } = await import('./webhook-channel.ts');
    const agent = guardedAgent(open);
    const channel = webhookChannel({ agent, clock: () => new Date(), timeoutMs: 5000 });
    const url = `http://127.0.0.1:${receiver.port}/`;
    const call = { url, signingKeys: ['whsec_x'], eventId: 'e', rawBody: '{}', attempt: 1 };
    expect(outcomeOf(await channel.post(call))).toBe('succeeded 204');
    expect(outcomeOf(await channel.post(call))).toBe('succeeded 204');
    expect([receiver.requests, receiver.connections]).toEqual([3, 2]);
    await agent.destroy();
  });

  /** Bytes that left the receiver, once the connection is over. */
  async function bytesTaken(receiver: Hostile): Promise<number> {
    await cleanUp();
    return receiver.sent;
  }
});

describe('a receiver without a proper certificate', () => {
  const NAME = 'hooks.example';
  const local: EgressPolicy = {
    ...open,
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  };
  const good = selfSigned(NAME);
  const trusted = (cert: string): GuardedAgentOptions => ({ certificateAuthorities: [cert] });
  const expired = selfSigned(NAME, { middle: new Date(Date.now() - 10 * DAY_MS) });
  const early = selfSigned(NAME, { middle: new Date(Date.now() + 10 * DAY_MS) });
  const other = selfSigned('other.example');

  it.each([
    ['signed by itself', good, {}, 'repeat tls_self_signed'],
    ['expired', expired, trusted(expired.cert), 'repeat tls_certificate_expired'],
    ['not valid yet', early, trusted(early.cert), 'repeat tls_certificate_not_yet_valid'],
    ['for another host', other, trusted(other.cert), 'repeat tls_wrong_host'],
    ['that is fine', good, trusted(good.cert), 'succeeded 204'],
  ])(
    'a receiver with a certificate %s has an outcome of its own',
    async (_, { cert, key }, options, outcome) => {
      const receiver = await hostileTls({ cert, key });
      const result = await deliver(`https://${NAME}:${receiver.port}/`, local, options);
      expect(outcomeOf(result)).toBe(outcome);
      expect(receiver.requests).toBe(outcome.startsWith('succeeded') ? 1 : 0);
    },
  );

  it.each([
    [
      'speaks only what is broken',
      { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' },
      'tls_version',
    ],
    [
      'asks for a client certificate',
      { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' },
      '',
    ],
    [
      'does not know its name',
      { SNICallback: (_name: string, done: (error: Error) => void) => done(new Error('no')) },
      '',
    ],
  ] as const)('a receiver without a proper certificate that %s is not called', async (_, more, kind) => {
    const receiver = await hostileTls({ cert: good.cert, key: good.key, ...(more as object) });
    const result = await deliver(`https://${NAME}:${receiver.port}/`, local, trusted(good.cert));
    expect(outcomeOf(result)).toMatch(
      kind === '' ? /^repeat (tls_|connection_lost)/ : new RegExp(`^repeat ${kind}$`),
    );
    expect(receiver.requests).toBe(0);
  });

  it('a receiver without a valid certificate and a receiver without TLS have different errors', async () => {
    const receiver = await hostile(accept);
    const result = await deliver(`https://${NAME}:${receiver.port}/`, local, { timeoutMs: SHORT_MS });
    expect(outcomeOf(result)).toMatch(/^repeat (tls_|timeout)/);
  });

  it('name resolution, connection, TLS and response are timed on a new connection', async () => {
    const receiver = await hostileTls({ cert: good.cert, key: good.key });
    const result = await deliver(`https://${NAME}:${receiver.port}/`, local, trusted(good.cert));
    const measured = expect.any(Number) as number;
    expect(result).toMatchObject({
      address: '127.0.0.1',
      phases: { dnsMs: measured, connectMs: measured, tlsMs: measured, firstByteMs: measured },
    });
  });
});

describe('a receiver whose name', () => {
  const coded = (code: string) => Object.assign(new Error(code), { code });
  const named = (lookup: NonNullable<EgressPolicy['lookup']>): EgressPolicy => ({ ...open, lookup });

  it.each([
    ['does not exist', async () => Promise.reject(coded('ENOTFOUND')), 'repeat dns_not_found'],
    ['has no address', async () => [], 'repeat dns_not_found'],
    ['cannot be resolved at the moment', async () => Promise.reject(coded('EAI_AGAIN')), 'repeat dns_failed'],
    ['is never resolved', () => new Promise<never>(() => undefined), 'repeat timeout'],
    ['leads inside', async () => [{ address: '10.0.0.1', family: 4 as const }], 'repeat address_forbidden'],
    [
      'leads to metadata',
      async () => [{ address: '169.254.169.254', family: 4 as const }],
      'repeat address_forbidden',
    ],
    [
      'leads outside and inside',
      async () => [
        { address: '127.0.0.1', family: 4 as const },
        { address: '::ffff:10.0.0.1', family: 6 as const },
      ],
      'repeat address_forbidden',
    ],
  ])('%s is not called', async (_, lookup, outcome) => {
    const addresses = await dialled(async () => {
      const result = await deliver('http://hooks.example:8080/', named(lookup), patienceFor(outcome));
      expect(outcomeOf(result)).toBe(outcome);
    });
    expect(addresses).toEqual([]);
  });

  it('a receiver whose name resolves to a public address when it is checked and to a private one when it is called gets no request', async () => {
    const { checkUrlResolved } = await import('@estate/egress');
    let asked = 0;
    const policy: EgressPolicy = {
      allowHttp: true,
      allowedNetworks: [],
      lookup: async () => [{ address: (asked += 1) === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }],
    };
    const receiver = await hostile(accept);
    const url = `http://hooks.example:${receiver.port}/`;
    expect((await checkUrlResolved(url, policy)).ok).toBe(true);
    const addresses = await dialled(async () => {
      expect(outcomeOf(await deliver(url, policy))).toBe('repeat address_forbidden');
    });
    expect([addresses, receiver.connections, asked]).toEqual([[], 0, 2]);
  });
});
