import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A plain script in a process of its own, which answers each order that it is sent. */
export interface ForkedScript<Order, Answer> {
  pid: number;
  run(order: Order): Promise<Answer>;
  stop(): void;
}

/** Starts a script of this folder. @throws Error when it ends before it is ready */
export async function forkScript<Order extends object, Answer>(
  file: string,
  env: Record<string, string> = {},
): Promise<ForkedScript<Order, Answer>> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { env: { ...process.env, ...env } });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} has ended before its work.`);
  });
  ended.catch(() => undefined);
  const answer = async (): Promise<unknown> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
    return message;
  };
  await answer();
  return {
    pid: child.pid ?? 0,
    run: async (order) => {
      const answered = answer();
      child.send(order);
      return (await answered) as Answer;
    },
    stop: () => {
      child.disconnect();
    },
  };
}
