import type { TargetCheck } from '@estate/contracts';
import type { Sender } from './account.ts';
import { unusableCredentials } from './account.ts';
import { dial, type Connection, type Dialling } from './delivery/connection.ts';
import { within } from './delivery/deadline.ts';
import { failure } from './delivery/failures.ts';
import { hangUp } from './delivery/hang-up.ts';
import { store } from './delivery/store.ts';

type Steps = TargetCheck['steps'];

/** Walks through what a publication needs; the last step stores a small file under a temporary name and removes it. */
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
    steps.push(await tryWriting(dialled.connection, signal));
    await hangUp(dialled.connection);
  }
  return { ok: steps.every(({ ok }) => ok), steps };
}

async function tryWriting(connection: Connection, signal: AbortSignal): Promise<Steps[number]> {
  const { client, timeouts, temporaryName: path } = connection;
  const asking = { ms: timeouts.commandMs, signal };
  try {
    await within(client, asking, () => store(client, { chunks: [Buffer.from('check\n')] }, path));
    const { code } = await within(client, asking, () => client.sendIgnoringError(`DELE ${path}`));
    const end = code < 400 ? 'stored and removed again.' : 'stored; the platform does not allow its removal.';
    return { name: 'write', ok: true, message: `The file ${path} was ${end}` };
  } catch (error) {
    const { message } = failure(error, { ...connection, phase: 'store', path });
    return { name: 'write', ok: false, message };
  }
}
