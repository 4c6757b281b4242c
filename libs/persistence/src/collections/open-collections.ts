import type { Collection, CollectionOptions, Db } from 'mongodb';
import { AccountEraser, erasedKind } from './account-eraser.ts';
import type { ErasedKind } from './account-eraser.ts';
import { haveAnExpiry, outboxSent } from '../audit/audit-looks.ts';
import type { Invariant } from '../audit/auditor.ts';
import type { AccountRule, Collections, Declared, ErasedPerson, Identified } from './define-collection.ts';
import { findMeant } from '../mongo/find-first-matching.ts';
import { Finder, findable } from '../mongo/finder.ts';
import { randomId } from '../mongo/ids.ts';
import { ensureIndexes } from '../mongo/indexes.ts';
import type { OutboxDocument } from '../outbox/outbox.ts';
import { addressesIn, keysNaming, normalizedAddress } from './person-keys.ts';
import { referenceWalk } from '../audit/references.ts';
import type { SealedCollection } from '../secrets/reseal.ts';
import { WaitingWork } from '../work/waiting-work.ts';

/** The number of documents of each collection that one step of an erasure handles. */
const PERSON_PORTION = 100;

export type Opened<C> = {
  [K in keyof C]: C[K] extends Declared<infer T, never, never> ? Collection<T> : never;
};

interface Open<D> {
  declared: D;
  docs: Collection<Identified>;
}

const openIn = <D extends { name: string; options?: CollectionOptions }>(
  db: Db,
  collections: Readonly<Record<string, D>>,
): Open<D>[] =>
  Object.values(collections).map((declared) => ({
    declared,
    docs: db.collection(declared.name, declared.options),
  }));

/** Opens the collections of a service with their indexes, and derives what follows from their declarations alone. */
export async function openCollections<const C extends Collections<never, never>>(db: Db, collections: C) {
  const open = openIn(db, collections);
  await Promise.all(open.map(({ declared, docs }) => ensureIndexes(docs, declared.indexes)));
  return {
    docs: collectionsIn(db, collections),
    /** The collections whose documents send messages. */
    outboxes: open
      .filter(({ declared }) => declared.outbox)
      .map(({ docs }) => docs as unknown as Collection<OutboxDocument>),
    sealed: open.flatMap(({ declared: { sealed }, docs }): SealedCollection[] =>
      sealed ? [{ collection: docs, fields: sealed }] : [],
    ),
    finder: new Finder(
      open.flatMap(({ declared: { found }, docs }) => (found ? [findable({ ...found, docs })] : [])),
    ),
    waiting: new WaitingWork(
      open.flatMap(({ declared: { waiting }, docs }) => (waiting ? [{ docs, rule: waiting }] : [])),
    ),
    endingLater: open.filter(({ declared }) => declared.endingLater).map(({ declared }) => declared.name),
    /** The collections whose accounts have to exist. */
    ofAccounts: open
      .filter(({ declared: { account } }) => 'mustExist' in account && account.mustExist)
      .map(({ docs }) => docs),
  };
}

/** The collections by their keys in the declarations, without their indexes. */
export const collectionsIn = <C extends Collections<never, never>>(db: Db, collections: C): Opened<C> =>
  Object.fromEntries(
    Object.entries(collections).map(([key, { name, options }]) => [key, db.collection(name, options)]),
  ) as unknown as Opened<C>;

/** Makes the eraser and the invariants from the declarations and the parts that their rules need. */
export const applyRules = <P>(db: Db, collections: Collections<NoInfer<P>, never>, parts: P) => ({
  /** Erases the documents of an account from every collection, in the order of the declarations. */
  accountEraser: new AccountEraser(db, erasedKinds(db, collections, parts), randomId),
  invariants: declaredInvariants(db, collections, parts),
});

const erasedKinds = <P>(db: Db, collections: Collections<P, never>, parts: P): ErasedKind[] =>
  openIn(db, collections).flatMap(({ declared: { account }, docs }) =>
    'none' in account ? [] : kindsOf(account, docs, parts),
  );

function kindsOf<P>(account: AccountRule<Identified, P>, docs: Collection<Identified>, parts: P) {
  const { kind, of = byAccountId, note, erase, after } = account;
  return of('').map((_filter, place) =>
    erasedKind<Identified>({
      kind,
      docs,
      of: (accountId) => of(accountId)[place] ?? byAccountId(accountId)[0],
      ...(note && { note }),
      ...(erase && { erase: (ids, erased) => erase(ids, erased, parts) }),
      ...(after && { after: (gone, erased) => after(gone, erased, parts) }),
    }),
  );
}

const byAccountId = (accountId: string) => [{ accountId }] as const;

/** The invariants that follow from the declarations, and those that they contain. */
const declaredInvariants = <P>(db: Db, collections: Collections<P, never>, parts: P): Invariant[] =>
  openIn(db, collections).flatMap(({ declared, docs }) => {
    const { name, outbox, expiryOf, references, invariants } = declared;
    const walked = {
      name,
      collection: docs as unknown as Collection<Owned>,
      references: references?.(parts) ?? [],
    };
    return [
      ...(invariants?.(docs, parts) ?? []),
      ...(references ? referenceWalk<Owned>(walked) : []),
      ...(outbox ? [outboxSent(docs)] : []),
      ...(expiryOf
        ? [haveAnExpiry(docs as unknown as Collection<Expiring>, (doc) => expiryOf(doc, parts))]
        : []),
    ];
  });

type Owned = Identified & { accountId: string };
type Expiring = Identified & { expiresAt: Date };

/** Erases a portion of the documents that name a person, in the order of the declarations; true if none was found. Idempotent. */
export async function erasePersonFrom<E>(
  db: Db,
  collections: Collections<never, NoInfer<E>>,
  { person, deps }: { person: ErasedPerson; deps: E },
): Promise<boolean> {
  const { accountId, email } = person;
  const address = normalizedAddress(email);
  const named = { $in: keysNaming(accountId, email) };
  let left = 0;
  for (const { declared, docs } of openIn(db, collections)) {
    const { person: rule } = declared;
    if ('none' in rule) continue;
    const { keys, among, texts, erase } = rule;
    const filter = { ...among?.(accountId), $or: keys.map((key) => ({ [key]: named })) };
    const isMeant = (doc: Identified) => addressesIn(...texts(doc)).includes(address);
    const found = await findMeant(docs.find(filter), isMeant, PERSON_PORTION);
    const remove = () => docs.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
    left += erase ? await erase(found, person, deps) : (await remove()).deletedCount;
  }
  return left === 0;
}
