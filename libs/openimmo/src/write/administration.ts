import { element, leaf, requiredLeaf, type XmlElement } from './xml.ts';

/** The action of an object. `create` leaves the attribute out: the format has no value for a new object. */
export type Action = 'create' | 'update' | 'delete';

const ACTIONS: Record<Action, string | undefined> = {
  create: undefined,
  update: 'CHANGE',
  delete: 'DELETE',
};

export interface Identity {
  /** The number that identifies the object on the platform. */
  number: string;
  /** The ISO time of the state that is sent. */
  updatedAt: string;
}

export function technicalAdministration(identity: Identity, action: Action, origin: string): XmlElement {
  return element('verwaltung_techn', {}, [
    requiredLeaf('objektnr_intern', identity.number),
    requiredLeaf('objektnr_extern', identity.number),
    element('aktion', { aktionart: ACTIONS[action] }),
    requiredLeaf('openimmo_obid', identity.number),
    leaf('kennung_ursprung', origin),
    leaf('stand_vom', identity.updatedAt.slice(0, 10)),
    leaf('weitergabe_generell', false),
  ]);
}
