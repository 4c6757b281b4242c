/** Thrown for a wrong use of a command: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Thrown if a command fails; the message is for an operator: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
