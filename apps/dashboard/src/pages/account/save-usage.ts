import { pageFetch } from '../../api/client.ts';
import { saveFile } from '../../ui/save-file.ts';

/** Has the browser save the usage of a month as a file. */
export async function saveUsage(month: string): Promise<void> {
  const answer = await pageFetch(`/account/usage.csv?month=${month}`);
  if (!answer.ok) throw new Error(`The usage of ${month} cannot be read (${String(answer.status)}).`);
  saveFile(`usage-${month}.csv`, await answer.blob());
}
