/** A stream of the broker. A stream that was created again has another creation time. */
export interface StreamState {
  name: string;
  createdAt: Date;
  lastSequence: number;
}

/** The names of the streams that have lost messages since they were last seen. */
export const lostStreams = (known: readonly StreamState[], present: readonly StreamState[]): string[] =>
  present.filter((stream) => isBehind(stream, known)).map(({ name }) => name);

export const sameStates = (known: readonly StreamState[], present: readonly StreamState[]): boolean =>
  known.length === present.length &&
  present.every((stream) =>
    known.some(
      ({ name, createdAt, lastSequence }) =>
        name === stream.name &&
        createdAt.getTime() === stream.createdAt.getTime() &&
        lastSequence === stream.lastSequence,
    ),
  );

function isBehind({ name, createdAt, lastSequence }: StreamState, known: readonly StreamState[]): boolean {
  const before = known.find((stream) => stream.name === name);
  if (!before) return false;
  return before.createdAt.getTime() !== createdAt.getTime() || lastSequence < before.lastSequence;
}
