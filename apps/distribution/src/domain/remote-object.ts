import type { PropertyType } from '@estate/contracts';

/** Ids on the platform. Each is stored as soon as it is known, so that no object is created twice. */
export interface RemoteIds {
  objectId?: string;
}

/** What a listing knows of its object on the platform. */
export interface RemoteObject {
  remote?: RemoteIds;
  /** The platform's id of the object that was taken down last. */
  formerObjectId?: string;
  /** The wanted version with which an object that had vanished from the platform was published again. */
  repairedVersion?: number;
}

/** What a platform has of an object: on its public pages, stored without being shown, or not at all. */
export type SeenObject = 'shown' | 'hidden' | 'missing';

/** An object to look at, by the id that the platform gave it. */
export interface LookedUpObject {
  objectId: string;
  type: PropertyType;
}
