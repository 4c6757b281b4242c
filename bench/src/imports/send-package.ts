import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Import, ImportSource, Page } from '@estate/contracts';
import { ApiRefusal } from '@estate/stack';
import { Client } from 'basic-ftp';
import { say } from '../report.ts';
import { until } from '../until.ts';
import type { Measured } from '../with-stack.ts';

const PATIENCE_MS = 3 * 3_600_000;
/** The server replies when the file is on its disk. */
const FTP_SILENCE_MS = 600_000;

/** Sends a package to the service; resolves with its import, which is stored and waits. */
export type SendPackage = (path: string) => Promise<Import>;

/** By `POST /imports`. */
export function sendByHttp({ stack, key }: Measured): SendPackage {
  return async (path) => {
    const body = await openAsBlob(path, { type: 'application/zip' });
    const url = `${stack.apiUrl}/imports?fileName=${basename(path)}`;
    const headers = { authorization: `Bearer ${key}`, 'content-type': body.type };
    const answer = await fetch(url, { method: 'POST', headers, body });
    if (!answer.ok) throw new ApiRefusal(answer.status, await answer.json());
    return (await answer.json()) as Import;
  };
}

/** By FTP with TLS into an import source, as estate software does: under a temporary name first. */
export async function sendByFtp({ api }: Measured): Promise<SendPackage> {
  const source = await api.post<ImportSource & { password: string }>('/import-sources', { name: 'Bench' });
  const { host, port, user, password } = source;
  let sent = 0;
  return async (path) => {
    const fileName = `${String((sent += 1))}.zip`;
    const client = new Client(FTP_SILENCE_MS);
    const startedMs = performance.now();
    try {
      const secureOptions = { rejectUnauthorized: false };
      await client.access({ host, port, user, password, secure: true, secureOptions });
      await client.uploadFrom(path, `${fileName}.part`);
      await client.rename(`${fileName}.part`, fileName);
    } finally {
      client.close();
    }
    const seconds = (performance.now() - startedMs) / 1000;
    const megabytes = (await stat(path)).size / 1_000_000;
    say(`FTP upload: ${(megabytes / seconds).toFixed(0)} MB/s`);
    const found = await until(
      async () => {
        const { data } = await api.get<Page<Import>>(`/imports?sourceId=${source.id}&order=desc`);
        return data.find((one) => one.fileName === fileName) ?? null;
      },
      (one) => one !== null,
      PATIENCE_MS,
    );
    if (found === null) throw new Error(`${fileName} became no import.`);
    return found;
  };
}
