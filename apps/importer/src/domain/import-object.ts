import type {
  ImportAction,
  ImportObject,
  ImportOutcome,
  ImportProblem,
  PropertyType,
  ReadDifference,
  ReadField,
} from '@estate/contracts';
import type { ObjectContent } from './object-content.ts';

export interface ObjectRecord {
  id: string;
  accountId: string;
  importId: string;
  position: number;
  provider: ImportObject['provider'];
  numbers: ImportObject['numbers'];
  /** By which the property of the object is known: queue, provider and number. Left out for an object without a number. */
  key?: string;
  /** Numbers and external id, by which people look for it. */
  terms: string[];
  title?: string;
  externalId?: string;
  propertyId?: string;
  contactId?: string;
  listingIds?: string[];
  action: ImportAction;
  isMissing?: true;
  outcome: ImportOutcome;
  problems: ImportProblem[];
  unmapped: { path: string; value: string }[];
  content?: ObjectContent;
  /** Present for a dry run. */
  type?: PropertyType;
  /** Present for a dry run: the values that would be published, and those of the document. */
  read?: ReadField[];
  /** Present for a preview of settings that change something. */
  differences?: ReadDifference[];
  isDiffering?: true;
}

/** The object as its customer sees it. */
export function toImportObject(record: ObjectRecord): ImportObject {
  const { id, position, provider, numbers, action, outcome, problems, unmapped } = record;
  const { title, externalId, propertyId, contactId, listingIds, isMissing } = record;
  const { type, read, differences } = record;
  return {
    ...{ id, position, provider, numbers, action, outcome, problems, unmapped },
    ...(title !== undefined && { title }),
    ...(externalId !== undefined && { externalId }),
    ...(propertyId !== undefined && { propertyId }),
    ...(contactId !== undefined && { contactId }),
    ...(listingIds && { listingIds }),
    ...(isMissing && { isMissing }),
    ...(type && { type }),
    ...(read && { read }),
    ...(differences && { differences }),
  };
}
