import { FTPError, type Client } from 'basic-ftp';
import { NotAsStored } from './failures.ts';

/** True for a reply that a file is missing, or must not exist. */
export const isRefusal = (error: unknown): error is FTPError =>
  error instanceof FTPError && (error.code === 550 || error.code === 553);

/** The texts for a missing permission: 550 also means a missing file, and only the text distinguishes them. */
const FORBIDDEN = /permission|permitted|denied|not allowed/i;

/** Runs a command about the temporary file of this conversation: if it is missing, another conversation has removed it. */
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
