import { ANY_PORTAL } from '@estate/contracts';
import type { TargetCheck } from '@estate/contracts';
import type { PlatformProfile } from '../profiles.ts';
import type { Sender } from './account.ts';
import { unusableCredentials } from './account.ts';
import { dial, type Connection, type Dialling } from './delivery/connection.ts';
import { within } from './delivery/deadline.ts';
import { failure } from './delivery/failures.ts';
import { hangUp } from './delivery/hang-up.ts';
import { tryFeatures, type FeaturesFound } from './delivery/server-features.ts';
import { store } from './delivery/store.ts';
import { tryReportFolder } from './report-folder.ts';

type Steps = TargetCheck['steps'];

/** Runs the steps of a publication, up to storing a small file under a temporary name and removing it; then checks the report folder. */
export async function checkAccount(sender: Sender, signal: AbortSignal): Promise<TargetCheck> {
  const { account, profile, tools } = sender;
  const steps: Steps = [];
  const unusable = unusableCredentials(account);
  if (unusable !== undefined) {
    const name = unusable.code === 'path_not_found' ? 'directory' : 'login';
    return { ok: false, steps: [{ name, ok: false, message: unusable.message }] };
  }
  const onStep: Dialling['onStep'] = (name, { message, warning }) =>
    steps.push({ name, ok: true, message, ...(warning && { warning }) });
  const dialled = await dial({ account, profile, tools, signal, onStep });
  if (!dialled.ok) {
    steps.push({ name: dialled.step, ok: false, message: dialled.failure.message });
  } else {
    const { step, server } = await tryWriting(sender, dialled.connection, signal);
    steps.push(step);
    if (!dialled.connection.client.closed)
      steps.push(...(await tryReportFolder(sender, dialled.connection, signal)));
    await hangUp(dialled.connection);
    return { ok: steps.every(({ ok }) => ok), steps, ...(server && { server }) };
  }
  return { ok: false, steps };
}

interface Writing {
  step: Steps[number];
  server?: NonNullable<TargetCheck['server']>;
}

const PROBE = Buffer.from('check\n');

async function tryWriting(
  { account, profile }: Sender,
  connection: Connection,
  signal: AbortSignal,
): Promise<Writing> {
  const { client, timeouts, temporaryName: path } = connection;
  const asking = { ms: timeouts.commandMs, signal };
  try {
    await within(client, asking, () => store(client, { chunks: [PROBE] }, path));
    const found = await tryFeatures(connection, { bytes: PROBE.length, targetId: account.id }, signal);
    return { step: writingStep(path, found, profile), server: found.server };
  } catch (error) {
    const { message } = failure(error, { ...connection, phase: 'store', path });
    return { step: { name: 'write', ok: false, message } };
  }
}

/** A server may lack what a publication needs, unless the target is configured without it. */
function writingStep(
  path: string,
  { server, isSizeWrong }: FeaturesFound,
  { type, upload, checkSize }: PlatformProfile,
): Steps[number] {
  const of = (name: string) => server.find(({ feature }) => feature === name);
  const failed = (name: string, words: string, advice: string): Steps[number] => {
    const message = [of(name)?.message, words, ...(type === ANY_PORTAL ? [advice] : [])].join(' ');
    return { name: 'write', ok: false, message };
  };
  if (upload !== 'direct' && of('rename')?.supported === false)
    return failed('rename', 'No package would get its name.', 'Set settings.upload to direct.');
  if (checkSize !== false && isSizeWrong)
    return failed('size', 'Every package would count as damaged.', 'Set settings.checkSize to false.');
  const isRemoved = of('remove')?.supported === true;
  const end = isRemoved ? 'stored and removed again.' : 'stored; the platform does not allow its removal.';
  return { name: 'write', ok: true, message: `The file ${path} was ${end}` };
}
