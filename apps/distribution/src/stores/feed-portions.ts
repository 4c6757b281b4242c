import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { newId } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import { changesOutside } from '../domain/feed.ts';
import type { FeedTarget } from '../domain/target.ts';
import { LAST_ID, within } from './feed-fragment.ts';
import type { FragmentDoc, FragmentForm, ListingRange } from './feed-fragment.ts';

/** The texts of neighbouring listings, as documents contain them. */
export interface Portion extends ListingRange {
  bytes: Buffer;
  parts: { listingId: string; sequence: number; size: number }[];
}

interface PackedTexts {
  /** Deflated. */
  bytes: Buffer;
  /** The bytes of each listing, without the separators. */
  sizes: number[];
}

/** Fragments once more, many in one document. */
export interface PortionDoc extends ListingRange, Partial<Record<FragmentForm, PackedTexts>> {
  _id: string;
  accountId: string;
  targetId: string;
  /** The changes of the feed that do not remove portions, as of the reading of the fragments. */
  changesOutside: number;
  /** Absent, as the content is, while the fragments are being read. */
  isMade?: true;
  listingIds?: string[];
  sequences?: number[];
}

type Found = Pick<PortionDoc, '_id' | 'after' | 'upTo' | 'changesOutside' | 'isMade'>;
type Gap = ListingRange & { listingIds: string[]; merged?: Found };

/** The separators of the texts of two listings. Portions contain them: with other ones they are made anew, in another collection. */
export const SEPARATORS = { openimmo: '', jsonLd: ',\n' } as const satisfies Record<FragmentForm, string>;

const LISTINGS_MAX = 100;
const READ_AT_ONCE = 16;
/** So that the texts are inflated in one step. */
const SPARE_BYTES = 64;
const deflated = promisify(deflateRaw);
const inflated = promisify<Buffer, { chunkSize: number }, Buffer>(inflateRaw);

/**
 * The fragments of feeds in portions, which are read many times faster than one by one. A change removes the portion of its listing
 * after it has written the fragment and before the feed counts it. What is in no portion is read from the fragments.
 */
export class FeedPortions {
  readonly #portions: Collection<PortionDoc>;
  readonly #fragments: Collection<FragmentDoc>;
  readonly #listingsMax: number;

  constructor(
    portions: Collection<PortionDoc>,
    fragments: Collection<FragmentDoc>,
    listingsMax = LISTINGS_MAX,
  ) {
    this.#portions = portions;
    this.#fragments = fragments;
    this.#listingsMax = listingsMax;
  }

  /** Also one that is being made: what its maker has read may be older. */
  async drop({ targetId, listingId }: { targetId: string; listingId: string }): Promise<void> {
    await this.#portions.deleteMany({ targetId, upTo: { $gte: listingId }, after: { $lt: listingId } });
  }

  async dropAll(targetId: string): Promise<void> {
    await this.#portions.deleteMany({ targetId });
  }

  /** In the order of the listings, without overlaps; each contains at least what the number of the feed says. */
  async *read({ id: targetId, feed }: FeedTarget, form: FragmentForm): AsyncGenerator<Portion> {
    const cursor = this.#portions
      .find({ targetId }, { promoteBuffers: true })
      .project<Required<PortionDoc>>({
        after: 1,
        upTo: 1,
        changesOutside: 1,
        isMade: 1,
        listingIds: 1,
        sequences: 1,
        [form]: 1,
      })
      .sort({ upTo: 1 })
      .batchSize(READ_AT_ONCE);
    let end = '';
    while (await cursor.hasNext()) {
      const docs = cursor.readBufferedDocuments().filter((doc) => {
        const isUsed = isCurrent(doc, feed) && doc.after >= end;
        if (isUsed) end = doc.upTo;
        return isUsed;
      });
      yield* await Promise.all(docs.map((doc) => portionOf(doc, form)));
    }
  }

  /** Packs what is in no portion. Two processes that do so at once make portions that overlap, of which one is read. */
  async pack({ id: targetId, accountId, feed }: FeedTarget): Promise<void> {
    const found = await this.#portions
      .find({ targetId })
      .project<Found>({ after: 1, upTo: 1, changesOutside: 1, isMade: 1 })
      .sort({ upTo: 1 })
      .toArray();
    const kept: Found[] = [];
    for (const portion of found)
      if (isCurrent(portion, feed) && portion.after >= (kept.at(-1)?.upTo ?? '')) kept.push(portion);
    const gaps = await this.#gapsBetween(kept, targetId);
    const removed = found.filter((one) => !kept.includes(one) || gaps.some(({ merged }) => merged === one));
    await this.#portions.deleteMany({ targetId, _id: { $in: removed.map(({ _id }) => _id) } });
    const about = { accountId, targetId, changesOutside: changesOutside(feed) };
    for (const { listingIds, after: start, upTo: end } of gaps) {
      const count = Math.ceil(listingIds.length / this.#listingsMax);
      let after = start;
      for (let part = 1; part <= count; part += 1) {
        const last = listingIds[Math.ceil((listingIds.length * part) / count) - 1] ?? end;
        const upTo = part === count && end !== LAST_ID ? end : last;
        await this.#make({ _id: newId(), ...about, after, upTo });
        after = upTo;
      }
    }
  }

  /** The gaps between portions, each with the portion before it if that is little. */
  async #gapsBetween(kept: readonly Found[], targetId: string): Promise<Gap[]> {
    const gaps: Gap[] = [];
    for (const [place, next] of [...kept, undefined].entries()) {
      const before = kept[place - 1];
      const gap = { after: before?.upTo ?? '', upTo: next?.after ?? LAST_ID };
      if (gap.after === gap.upTo) continue;
      const listingIds = await this.#idsIn(gap, targetId);
      const isEnough = listingIds.length * 2 >= this.#listingsMax || !before;
      if (isEnough) gaps.push({ ...gap, listingIds });
      else if (listingIds.length > 0 || next) {
        const whole = { after: before.after, upTo: gap.upTo };
        gaps.push({ ...whole, merged: before, listingIds: await this.#idsIn(whole, targetId) });
      }
    }
    return gaps;
  }

  async #idsIn(range: ListingRange, targetId: string): Promise<string[]> {
    const docs = await this.#fragments
      .find(within(range, targetId))
      .project<Pick<FragmentDoc, '_id'>>({ _id: 1 })
      .sort({ _id: 1 })
      .toArray();
    return docs.map(({ _id }) => _id);
  }

  /** The document is there before the fragments are read, so that a change which is not read removes it. */
  async #make(portion: PortionDoc): Promise<void> {
    await this.#portions.insertOne(portion);
    const fragments = await this.#fragments
      .find(within(portion, portion.targetId))
      .project<FragmentDoc>({ sequence: 1, openimmo: 1, jsonLd: 1 })
      .sort({ _id: 1 })
      .toArray();
    const packed = async (form: FragmentForm): Promise<PackedTexts> => {
      const texts = fragments.map(({ [form]: text }) => text);
      return {
        bytes: await deflated(texts.join(SEPARATORS[form]), { level: 1 }),
        sizes: texts.map((text) => Buffer.byteLength(text)),
      };
    };
    const content = {
      isMade: true as const,
      listingIds: fragments.map(({ _id }) => _id),
      sequences: fragments.map(({ sequence }) => sequence),
      openimmo: await packed('openimmo'),
      jsonLd: await packed('jsonLd'),
    };
    await this.#portions.updateOne({ _id: portion._id }, { $set: content });
  }
}

/** True if every change since it was made has removed the portion that it changed. */
const isCurrent = (portion: Pick<Found, 'changesOutside' | 'isMade'>, feed: FeedTarget['feed']) =>
  portion.isMade === true && portion.changesOutside === changesOutside(feed);

async function portionOf(
  { after, upTo, listingIds, sequences, ...texts }: Required<PortionDoc>,
  form: FragmentForm,
): Promise<Portion> {
  const { bytes, sizes } = texts[form];
  const parts = listingIds.map((listingId, place) => ({
    listingId,
    sequence: sequences[place] ?? 0,
    size: sizes[place] ?? 0,
  }));
  const size = sizes.reduce((sum, each) => sum + each + SEPARATORS[form].length, SPARE_BYTES);
  return { after, upTo, parts, bytes: await inflated(bytes, { chunkSize: size }) };
}
