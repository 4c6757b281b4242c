import { newId } from '@estate/persistence';
import type { Collection, Database, MarkedBlobs } from '@estate/persistence';

/** A store outside of the database that has, or had, bytes of a bucket. */
interface StoreDoc {
  _id: string;
  /** The location at which it was last opened. */
  place: string;
  /** The file that identifies the store. */
  mark?: string;
  /** The time when everything was moved to another store; removed when a service writes to it again. */
  emptiedAt?: Date;
}

/** Thrown if the store is not the one that the database knows. */
export class WrongStore extends Error {
  override readonly name = 'WrongStore';
}

/** The stores that the database knows for a bucket. A store is recognized by a mark object in it. */
export class StoreRegistry {
  readonly #docs: Collection<StoreDoc>;

  constructor({ db }: Pick<Database, 'db'>, bucketName: string) {
    this.#docs = db.collection<StoreDoc>(`${bucketName}.stores`);
  }

  /** Returns the id of a store; a new one is marked. @throws WrongStore */
  async recognize(blobs: MarkedBlobs): Promise<string> {
    const { place } = blobs;
    const mark = (await blobs.mark()) ?? (await this.#markNew(blobs));
    const [id = ''] = mark.split(' ');
    const known = (await this.#docs.findOne({ _id: id })) ?? (await this.#adopt(blobs, id));
    await this.#docs.updateOne({ _id: id, mark: { $exists: false } }, { $set: { mark } });
    const { mark: expected = mark } = (await this.#docs.findOne({ _id: id })) ?? known;
    if (expected !== mark)
      throw new WrongStore(`The byte store ${place} differs from the store of other replicas. ${SHARED}`);
    await this.#docs.updateOne({ _id: id }, { $set: { place } });
    return id;
  }

  /** Notes that bytes may be written to it from now on. */
  async noteInUse(id: string): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $unset: { emptiedAt: '' } });
  }

  /** @throws WrongStore if bytes may be in a store that was not opened */
  async requireOpened(ids: readonly string[]): Promise<void> {
    const closed = await this.#docs.findOne({ _id: { $nin: [...ids] }, emptiedAt: { $exists: false } });
    if (closed)
      throw new WrongStore(
        `Bytes are still in ${closed.place}. Set BYTE_STORE_FROM to it until rek bytes move has finished.`,
      );
  }

  async noteEmptied(id: string, at: Date): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $set: { emptiedAt: at } });
  }

  /** Writes the document first, so that replicas that start together mark the store with the same id. */
  async #markNew(blobs: MarkedBlobs): Promise<string> {
    const { place } = blobs;
    const fresh = { _id: `store-${newId()}`, place };
    const known = await this.#docs.findOneAndUpdate(
      { place },
      { $setOnInsert: { _id: fresh._id } },
      { upsert: true, returnDocument: 'after' },
    );
    if (known?.mark !== undefined)
      throw new WrongStore(
        `The byte store ${place} has lost its file store-id. Check whether its volume is mounted. ${SHARED}`,
      );
    return blobs.leaveMark(known?._id ?? fresh._id);
  }

  /** Adopts an empty store with the mark of an interrupted start, or of a database that was dropped. */
  async #adopt(blobs: MarkedBlobs, id: string): Promise<StoreDoc> {
    const doc = { _id: id, place: blobs.place };
    for (let after: string | undefined; ;) {
      const { keys, next } = await blobs.list(after);
      if (keys.length > 0) throw new WrongStore(`The byte store ${blobs.place} ${UNKNOWN}`);
      if (next === undefined) break;
      after = next;
    }
    await this.#docs.updateOne({ _id: id }, { $set: doc }, { upsert: true });
    return doc;
  }
}

const SHARED = 'All replicas of a service must use the same directory, on a shared volume.';
const UNKNOWN =
  'is unknown to the database. It belongs to another database, or the database was restored from a backup that is older than the store. If the store belongs to this database, remove its file store-id and start the service again.';
