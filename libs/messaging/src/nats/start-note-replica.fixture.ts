import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const FIXTURE = fileURLToPath(new URL('note-replica.fixture.ts', import.meta.url));

export interface Replica {
  process: ChildProcess;
  /** The notes that the replica has carried out. */
  notes: string[];
}

/** Starts a replica in a separate process, which can be stopped, and waits until it answers. */
export async function startNoteReplica(url: string): Promise<Replica> {
  const child = spawn(process.execPath, [FIXTURE, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  const notes: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const ready = once(lines, 'line');
  lines.on('line', (line) => line !== 'ready' && notes.push(line));
  await ready;
  return { process: child, notes };
}
