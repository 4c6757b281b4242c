/** The command was used in a wrong way: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command could not do its work; the message says why in words for an operator: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
