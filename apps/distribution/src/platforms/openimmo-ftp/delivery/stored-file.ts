import { FTPError, type Client } from 'basic-ftp';
import { NotAsStored } from './failures.ts';

/** A file of this name may not be there, or must not be. */
export const isRefusal = (error: unknown): error is FTPError =>
  error instanceof FTPError && (error.code === 550 || error.code === 553);

/** 550 means a missing file as well as a missing permission. Only the text shows which. */
const FORBIDDEN = /permission|permitted|denied|not allowed/i;

/** Only the temporary name of this conversation is asked about: a file that is not there was removed by another one. */
export async function ofStoredFile<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof FTPError) || error.code !== 550 || FORBIDDEN.test(error.message)) throw error;
    throw new NotAsStored(error.message, { cause: error });
  }
}

export async function removed(client: Client, name: string): Promise<boolean> {
  return (await client.sendIgnoringError(`DELE ${name}`)).code < 400;
}
