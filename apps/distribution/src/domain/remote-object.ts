import type { PropertyType } from '@estate/contracts';

/** Ids on the platform. Each is stored as soon as it is known, so that no object is created twice. */
export interface RemoteIds {
  objectId?: string;
}

/** The object of a listing on the platform, as far as it is known. */
export interface RemoteObject {
  remote?: RemoteIds;
  /** The platform's id of the object that was taken down last. */
  formerObjectId?: string;
  /** The wanted version with which an object that had vanished from the platform was published again. */
  repairedVersion?: number;
}

/** The state of an object on a platform: on its public pages, stored without being shown, or not there. */
export type SeenObject = 'shown' | 'hidden' | 'missing';

/** An object to look at, by the id that the platform gave it. */
export interface LookedUpObject {
  objectId: string;
  type: PropertyType;
}
