import { readFileSync, readdirSync } from 'node:fs';

/** The state and the parent of a process; undefined if it has ended. The name before them may contain anything. */
function statusOf(pid: number): { state: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** True if a process runs; a zombie does not count. */
export function isAlive(pid: number): boolean {
  const status = statusOf(pid);
  return status !== undefined && status.state !== 'Z';
}

/** A process with all of its descendants. */
export function processTree(root: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((name) => [Number(name), statusOf(Number(name))?.parent]));
  const tree = [root];
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  }
  return tree;
}
