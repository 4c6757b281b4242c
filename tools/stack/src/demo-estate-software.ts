import type { Import, ImportSource, ImportSourceWithPassword, Page, Target } from '@estate/contracts';
import type { ApiClient } from './api-client.ts';
import { eventually } from './eventually.ts';
import { say } from './say.ts';
import type { DemoWorld } from './demo-world.ts';

const SOURCE_NAME = 'Seeblick Desktop';

/** Connects the estate software of the sandbox to an import source and lets it export its stock; at later starts, the changes. */
export async function importDemoStock(
  api: ApiClient,
  world: DemoWorld,
  targets: readonly Target[],
): Promise<Import['counts'] | undefined> {
  const source = await connectedSource(api, world, targets);
  const fileName = await exportedPackage(world);
  if (fileName === undefined) return undefined;
  say(`the estate software exported ${fileName} by FTP; waiting for its import …`);
  const imported = await eventually(
    () => importOf(api, source, fileName),
    (one) => one?.state === 'finished' || one?.state === 'failed',
    'the import of the stock',
  );
  if (imported?.state !== 'finished')
    throw new Error(`The import failed: ${imported?.failure?.message ?? ''}`);
  return imported.counts;
}

/** The source of an earlier start or a new one, with its login in the estate software. */
async function connectedSource(
  api: ApiClient,
  world: DemoWorld,
  targets: readonly Target[],
): Promise<ImportSource> {
  const { data } = await api.get<Page<ImportSource>>('/import-sources?limit=100');
  const known = data.find(({ name }) => name === SOURCE_NAME);
  if (known && (await connectedUser(world)) === known.user) {
    say('found the import source');
    return known;
  }
  const input = { name: SOURCE_NAME, targetIds: targets.map(({ id }) => id) };
  const source = known
    ? await api.post<ImportSourceWithPassword>(`/import-sources/${known.id}/rotate-password`, {})
    : await api.post<ImportSourceWithPassword>('/import-sources', input);
  const { port, user, password, folder, secure } = source;
  const host = world.importHost ?? source.host;
  const answer = await order(world, 'connection', {
    method: 'PUT',
    body: { host, port, user, password, folder, encryption: secure ? 'explicit' : 'none' },
  });
  if (!answer.ok) throw new Error(`The estate software refused the connection: ${await answer.text()}`);
  say('entered the FTP login of the import source in the estate software');
  return source;
}

async function connectedUser(world: DemoWorld): Promise<string | undefined> {
  const answer = await order(world, 'connection', { method: 'GET' });
  return ((await answer.json()) as { user?: string }).user;
}

const NOTHING_CHANGED = 409;

/** The name of the uploaded package; undefined if nothing has changed since the last one. */
async function exportedPackage(world: DemoWorld): Promise<string | undefined> {
  const answer = await order(world, 'exports', { method: 'POST', body: { scope: 'TEIL' } });
  if (answer.status === NOTHING_CHANGED) return undefined;
  const { fileName, failure } = (await answer.json()) as { fileName: string; failure?: string };
  if (!answer.ok)
    throw new Error(`The estate software could not export: ${failure ?? String(answer.status)}`);
  return fileName;
}

async function importOf(api: ApiClient, { id }: ImportSource, fileName: string): Promise<Import | undefined> {
  const { data } = await api.get<Page<Import>>(`/imports?sourceId=${id}&order=desc`);
  return data.find((one) => one.fileName === fileName);
}

const order = (
  { estateSoftwareUrl }: DemoWorld,
  path: string,
  { method, body }: { method: string; body?: unknown },
): Promise<Response> =>
  fetch(`${estateSoftwareUrl}/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
