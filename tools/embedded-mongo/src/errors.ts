const names: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  11: 'UserNotFound',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  18: 'AuthenticationFailed',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  23: 'AlreadyInitialized',
  26: 'NamespaceNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  93: 'InvalidReplicaSetConfig',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  171: 'CannotIndexParallelArrays',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  14031: 'OutOfDiskSpace',
};

/** An error for the client with MongoDB's code; `details` are further fields of the reply. */
export class MongoError extends Error {
  readonly code: number;
  readonly details: Record<string, unknown>;

  constructor(code: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get codeName(): string {
    return names[this.code] ?? `Location${this.code}`;
  }
}

/** The refusal of a feature that this development server does not support. */
export const notSupported = (what: string): MongoError =>
  new MongoError(72, `${what} is not supported by the embedded MongoDB`);

/** An error for the client: a known one with its own code, an unexpected one with code 1. */
export const asMongoError = (error: unknown): MongoError =>
  error instanceof MongoError
    ? error
    : new MongoError(1, error instanceof Error ? `${error.name}: ${error.message}` : String(error));
