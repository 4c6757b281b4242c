import { Readable } from 'node:stream';
import type { ImportSourceWithPassword } from '@estate/contracts';
import { apiClient } from '@estate/stack';
import { Client } from 'basic-ftp';
import { latencyRow as row, markdownTable, say } from '../report.ts';
import { attackers, holdSilently } from '../silent-connections.ts';
import { openAccount } from '../with-stack.ts';
import type { Measured } from '../with-stack.ts';

const SILENCE_MS = 30_000;
const ATTACKERS = 5;
const CONNECTIONS_EACH = 40;
const FILLING_SOURCES = 5;
const FILLER_BYTES = 300_000_000;
const PIECE = Buffer.alloc(1_000_000);
const DOCUMENT = '<?xml version="1.0"?><openimmo><uebertragung/></openimmo>';

/** Measures one upload by FTP of a healthy account alone, beside silent connections, and beside an account that fills the storage. */
export async function measureHostileImporters({ stack }: Measured, samples: number): Promise<void> {
  const healthy = await sourceOf(stack, 'Healthy importer');
  await uploads(healthy, samples / 5);
  const alone = await uploads(healthy, samples);
  const silent = holdSilently({
    port: healthy.port,
    addresses: attackers(ATTACKERS),
    connectionsEach: CONNECTIONS_EACH,
  });
  const besideSilent = await uploads(healthy, samples);
  silent.end();
  const fillers: ImportSourceWithPassword[] = [];
  const api = apiClient(stack.apiUrl, await openAccount(stack, 'Filling importer'));
  for (let number = 0; number < FILLING_SOURCES; number += 1)
    fillers.push(
      await api.post<ImportSourceWithPassword>('/import-sources', { name: `Filler ${String(number)}` }),
    );
  const refusals = await Promise.all(fillers.map(fill));
  const besideFull = await uploads(healthy, samples);
  say(
    `Silent connections: ${String(silent.count())}. Refused uploads of the account that fills: ${refusals.join(', ')}`,
  );
  say('');
  const head = ['one upload by FTP of a healthy account', 'p50 ms', 'p99 ms', 'longest ms'];
  const beside = [row('beside silent connections', besideSilent), row('beside a full account', besideFull)];
  say(markdownTable([head, row('alone', alone), ...beside]));
}

async function sourceOf(stack: Measured['stack'], name: string): Promise<ImportSourceWithPassword> {
  const api = apiClient(stack.apiUrl, await openAccount(stack, name));
  return api.post<ImportSourceWithPassword>('/import-sources', { name });
}

async function connected<T>(
  { host, port, user, password }: ImportSourceWithPassword,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(SILENCE_MS);
  try {
    const secureOptions = { rejectUnauthorized: false };
    await client.access({ host, port, user, password, secure: true, secureOptions });
    return await work(client);
  } finally {
    client.close();
  }
}

/** Milliseconds from the connection to the reply that a document is stored, one after the other. */
async function uploads(source: ImportSourceWithPassword, samples: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < samples) {
    const startedAt = performance.now();
    await connected(source, (client) => client.uploadFrom(Readable.from([Buffer.from(DOCUMENT)]), 'a.tmp'));
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Uploads until the storage is full; the code of the refusal. */
const fill = (source: ImportSourceWithPassword): Promise<string> =>
  connected(source, async (client) => {
    const bytes = Readable.from(
      (function* () {
        for (let sent = 0; sent < FILLER_BYTES; sent += PIECE.length) yield PIECE;
      })(),
    );
    return client.uploadFrom(bytes, 'filler.tmp').then(
      () => 'none',
      (error: unknown) => (error instanceof Error ? error.message.slice(0, 3) : String(error)),
    );
  });
