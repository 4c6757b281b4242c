import type { FieldProblem } from '@estate/contracts';

/** The limit that a value exceeds, or stays below. */
export function limitIn({ code, message }: FieldProblem): number | undefined {
  if (code !== 'too-small' && code !== 'too-big') return undefined;
  const [, limit] = /be (?:at least|at most|more than|less than) (-?\d+(?:\.\d+)?)$/.exec(message) ?? [];
  return limit === undefined ? undefined : Number(limit);
}

export const nameIn = ({ path }: FieldProblem): string => path.replace(/^fields\./, '');
