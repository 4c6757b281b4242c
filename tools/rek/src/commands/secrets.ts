import type { ResealReport } from '@estate/contracts';
import { CommandError } from '../errors.ts';
import { table } from '../report.ts';
import type { Report } from '../report.ts';
import type { Context } from './context.ts';

interface Sum {
  examined: number;
  resealed: number;
  unreadable: string[];
}

/** Seals the secrets of all services with their current key; continues where an earlier run stopped. */
export async function rotateSecrets(
  { api, progress }: Context,
  options: { after?: string },
): Promise<Report> {
  const sums = new Map<string, Sum>();
  let after = options.after;
  do {
    const step = await next(api, after);
    const sum = sums.get(step.service) ?? { examined: 0, resealed: 0, unreadable: [] };
    sum.examined += step.examined;
    sum.resealed += step.resealed;
    sum.unreadable.push(...step.unreadable);
    sums.set(step.service, sum);
    progress(`${step.service}: ${String(sum.examined)} examined, ${String(sum.resealed)} re-encrypted`);
    after = step.next;
  } while (after !== undefined);
  return reportOf(sums);
}

async function next(api: Context['api'], after: string | undefined): Promise<ResealReport> {
  try {
    return await api.post<ResealReport>('/admin/secrets/reseal', after === undefined ? {} : { after });
  } catch (error) {
    if (!(error instanceof CommandError) || after === undefined) throw error;
    throw new CommandError(`${error.message}\nContinue with: rek secrets rotate --after ${after}`, {
      cause: error,
    });
  }
}

function reportOf(sums: ReadonlyMap<string, Sum>): Report {
  const services = [...sums].map(([service, sum]) => ({ service, ...sum }));
  const rows = services.map((one) => [one.service, one.examined, one.resealed, one.unreadable.length]);
  const unreadable = services.flatMap(({ service, unreadable: ids }) => ids.map((id) => `${service} ${id}`));
  const resealed = services.reduce((sum, one) => sum + one.resealed, 0);
  const drawn = table(['service', 'examined', 're-encrypted', 'undecryptable'], rows, '');
  return {
    json: { services },
    ok: unreadable.length === 0,
    text: `${drawn}\n${conclusion(resealed, unreadable)}`,
  };
}

function conclusion(resealed: number, unreadable: readonly string[]): string {
  if (unreadable.length > 0) {
    const named = unreadable.slice(0, 10).join('\n  ');
    return `The services have no key for these secrets. Add the key that encrypted them as the second key in VAULT_KEYS:\n  ${named}`;
  }
  return resealed > 0
    ? 'Run the command again, because a replica may still have used the former key. Remove the former key when a run re-encrypts no secret.'
    : 'All secrets are encrypted with the current keys. The former key can be removed from VAULT_KEYS.';
}
