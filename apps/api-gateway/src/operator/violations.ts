import type * as contracts from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { Deps } from '../deps.ts';
import { manifest } from '../manifest.ts';
import type { Call } from '../routing/api-route.ts';

type Asked = (typeof manifest)['asks'][number];

/** The operations that list the violations of a service, as the manifest declares them. */
const listings = manifest.asks.filter(
  (operation): operation is Extract<Asked, { subject: `${string}.list-violations` }> =>
    operation.subject.endsWith('.list-violations'),
);

/** `ask.catalog.list-violations` → `catalog`. */
const ownerOf = ({ subject }: { subject: string }): string => subject.split('.')[1] ?? subject;

/** The violated invariants of every service; a service that is unavailable is named instead of asked for ever. */
export async function violations(
  call: Call,
  { askOwner, auditor }: Pick<Deps, 'askOwner' | 'auditor'>,
): Promise<contracts.ViolationReport> {
  const answers = await Promise.all([
    said(manifest.name, auditor.violations()),
    ...listings.map((listing) =>
      said(
        ownerOf(listing),
        askOwner(listing, {}, call).then(({ data }) => data),
      ),
    ),
  ]);
  return {
    data: answers.flatMap(({ service, found }) => (found ?? []).map((one) => ({ service, ...one }))),
    away: answers.filter(({ found }) => found === undefined).map(({ service }) => service),
  };
}

type Found = readonly contracts.Violation[];

async function said(service: string, asking: Promise<Found>): Promise<{ service: string; found?: Found }> {
  try {
    return { service, found: await asking };
  } catch (error) {
    if (error instanceof Unavailable) return { service };
    throw error;
  }
}
