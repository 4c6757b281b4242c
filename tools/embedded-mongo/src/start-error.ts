/** A reason not to start that a person can act on: shown as one message, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
