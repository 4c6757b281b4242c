import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Attack, AttackOutcome } from './attack.ts';

const PROGRAM = fileURLToPath(new URL('attack.ts', import.meta.url));

/** Runs an attack in a process of its own while a piece of work lasts. */
export async function whileAttacked(attack: Attack, work: () => Promise<void>): Promise<AttackOutcome> {
  const child = fork(PROGRAM);
  try {
    await messageOf(child);
    child.send(attack);
    await work();
    const ended = messageOf(child);
    child.send('over');
    return (await ended) as AttackOutcome;
  } finally {
    child.kill();
  }
}

/** The next message of a child. @throws Error when it ends before that */
async function messageOf(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('The attacker ended before its attack.');
  });
  ended.catch(() => undefined);
  try {
    const [message] = (await Promise.race([once(child, 'message', { signal }), ended])) as [unknown];
    return message;
  } finally {
    over.abort();
  }
}
