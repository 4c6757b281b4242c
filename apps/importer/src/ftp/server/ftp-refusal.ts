/** A command is refused; answered with this code and text. */
export class FtpRefusal extends Error {
  override readonly name = 'FtpRefusal';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const NO_SPACE = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/** The refusal that an error stands for; undefined for an error of the server itself. */
export function refusalOf(error: unknown): FtpRefusal | undefined {
  if (error instanceof FtpRefusal) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (NO_SPACE.has(code)) return new FtpRefusal(452, 'The server has no space left; try again later.');
  return undefined;
}
