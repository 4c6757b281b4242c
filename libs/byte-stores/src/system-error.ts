export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** The file or folder is not there. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
