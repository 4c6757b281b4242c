/** Thrown if the server cannot start for a reason that a person can fix: shown as a message without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
