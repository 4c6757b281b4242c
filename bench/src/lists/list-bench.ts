import type { ApiClient, Stack } from '@estate/stack';
import type { Db } from 'mongodb';

/** A document of the database that is filled. */
export interface Stored {
  _id: string;
  [field: string]: unknown;
}

/** The lists of one collection: what it is filled with, and what is asked. */
export interface ListBench {
  database: string;
  collection: string;
  /** Indexes whose cost for a write is measured. */
  indexes: readonly string[];
  /** Makes one resource by the API and gives its id. */
  create: (api: ApiClient, stack: Stack) => Promise<string>;
  /** The next document, made of the one that the service saved. */
  document: (template: Stored, position: number) => Stored;
  /** What the queries need beside the documents. */
  prepare?: (db: Db, template: Stored) => Promise<void>;
  /**
   * Titles of the rows, and the queries; `{middle}` is an id in the middle of the collection, and another name in braces a field
   * of the document that the service saved.
   */
  queries: readonly (readonly [title: string, path: string])[];
}
