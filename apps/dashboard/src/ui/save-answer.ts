import { pageFetch } from '../api/client.ts';
import { saveFile } from './save-file.ts';

/** Downloads the response of the API as a file. @throws Error with the message of the API */
export async function saveAnswer(path: string, name: string): Promise<void> {
  const answer = await pageFetch(path);
  if (!answer.ok) throw new Error(((await answer.json()) as { message: string }).message);
  saveFile(name, await answer.blob());
}
