/**
 * Loaded first into a process that may be profiled (`--import`). A SIGUSR2 begins a CPU profile of each of its threads, the next one
 * ends it and writes `<pid>-<thread>.cpuprofile` into the folder that the address of this module names.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

const INTERVAL_US = 500;

const folder = new URL(import.meta.url).searchParams.get('folder') ?? '.';
const session = new Session();
session.connect();
let isRecording = false;

async function toggle(): Promise<void> {
  isRecording = !isRecording;
  if (isRecording) {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
    await session.post('Profiler.start');
    return;
  }
  const { profile } = await session.post('Profiler.stop');
  const file = join(folder, `${String(process.pid)}-${String(threadId)}.cpuprofile`);
  writeFileSync(`${file}.part`, JSON.stringify(profile));
  renameSync(`${file}.part`, file);
}

const toThreads = new BroadcastChannel('cpu-profile');
toThreads.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => {
    toThreads.postMessage('toggle');
    void toggle();
  });
} else toThreads.onmessage = () => void toggle();
