import type { DocumentObject } from './openimmo-document.ts';

/** An object as the portal shows it now. */
export interface PortalObject extends Omit<DocumentObject, 'action'> {
  user: string;
  firstSeenAt: string;
  updatedAt: string;
  /** The last package with the object: its files and its XML. */
  packageId: string;
  /** The number of packages that have set it. */
  revision: number;
}

export interface PackageRecord {
  id: string;
  user: string;
  name: string;
  /** The size in bytes. */
  size: number;
  receivedAt: string;
  verdict: 'accepted' | 'rejected';
  reason?: string;
  /** The name of the XML inside the package. */
  document?: string;
  changes: readonly { number: string; action: 'set' | 'delete' }[];
}

/** The state of one user at the portal; saved as JSON beside the user's files. */
export interface PortalState {
  packages: readonly PackageRecord[];
  objects: Readonly<Record<string, PortalObject>>;
}

export const EMPTY_STATE: PortalState = { packages: [], objects: {} };

const publicPart = ({ action: _action, ...rest }: DocumentObject): Omit<DocumentObject, 'action'> => rest;

/** The state after an accepted package: each object set or removed, in the order of the document. */
export function applyPackage(
  state: PortalState,
  record: PackageRecord,
  document: { complete: boolean; objects: readonly DocumentObject[] },
): PortalState {
  const objects = new Map(Object.entries(state.objects));
  if (document.complete) objects.clear();
  for (const object of document.objects) {
    const known = state.objects[object.number];
    if (object.action === 'delete') objects.delete(object.number);
    else {
      objects.set(object.number, {
        ...publicPart(object),
        user: record.user,
        firstSeenAt: known?.firstSeenAt ?? record.receivedAt,
        updatedAt: record.receivedAt,
        packageId: record.id,
        revision: (known?.revision ?? 0) + 1,
      });
    }
  }
  return { packages: [...state.packages, record], objects: Object.fromEntries(objects) };
}
