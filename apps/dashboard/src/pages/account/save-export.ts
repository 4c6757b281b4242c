import { pageFetch } from '../../api/client.ts';

/** The manifest at the end of the export is shorter than this. */
const TAIL_BYTES = 4096;

/** Saves the export of the account as a file. @throws Error if the export was interrupted */
export async function saveExport(accountId: string): Promise<void> {
  const answer = await pageFetch('/account/export');
  if (!answer.ok) throw new Error(`The account cannot be exported (${String(answer.status)}).`);
  const file = await answer.blob();
  const tail = await file.slice(-TAIL_BYTES).text();
  if (!tail.includes('{"kind":"manifest"')) throw new Error('The export is incomplete. Try again.');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `account-${accountId}-${new Date().toISOString().slice(0, 10)}.ndjson`;
  link.click();
  URL.revokeObjectURL(link.href);
}
