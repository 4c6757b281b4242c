import { externalIdOf } from '@estate/contracts';
import type { ReportedObject } from '@estate/contracts';
import type { ListingRecord } from '../domain/listing.ts';
import type { TargetRecord } from '../domain/target.ts';
import { packageIn } from '../platforms/openimmo-ftp/package-name.ts';
import type { ListingAnswers } from '../stores/listings/listing-answers.ts';

/** The listing that an object of a report is about, and the package if that is named. */
export interface Meant {
  listing: ListingRecord;
  sequence?: number;
}

/** Finds the listings of a target by the names that a report gives them; what names two is not certain. */
export async function findListings(
  objects: readonly ReportedObject[],
  { id: targetId, accountId }: Pick<TargetRecord, 'id' | 'accountId'>,
  { answers, pattern }: { answers: Pick<ListingAnswers, 'withExternalIds' | 'withIds'>; pattern: string },
): Promise<(Meant | undefined)[]> {
  const packages = objects.map(({ fileName }) =>
    fileName === undefined ? undefined : packageIn(pattern, fileName),
  );
  const ids = packages.flatMap((one) => one?.listingId ?? []);
  const externalIds = objects.flatMap(({ numbers }) => numbers.map(externalIdOf));
  const [named, numbered] = await Promise.all([
    ids.length === 0 ? [] : answers.withIds({ accountId, targetId }, ids),
    externalIds.length === 0 ? [] : answers.withExternalIds({ accountId, targetId }, externalIds),
  ]);
  const byId = new Map(named.map((listing) => [listing.id, listing]));
  const byNumber = new Map(numbered.map((listing) => [listing.summary?.externalId, listing]));
  return objects.map(({ numbers }, index) => {
    const ofPackage = packages[index];
    const byFile = byId.get(ofPackage?.listingId ?? '');
    const byNumbers = numbers.flatMap((number) => byNumber.get(externalIdOf(number)) ?? []);
    const meant = new Map([...(byFile ? [byFile] : []), ...byNumbers].map((one) => [one.id, one]));
    const [listing, ...others] = meant.values();
    if (!listing || others.length > 0) return undefined;
    return { listing, ...(byFile && ofPackage && { sequence: ofPackage.sequence }) };
  });
}
