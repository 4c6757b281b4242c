export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** True if the file or folder does not exist. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
