import type { Actor, ContactFields, OnSold } from '@estate/contracts';

/** Who asked for another attempt to list what could not be listed. */
export interface ListingRetry {
  token: string;
  requestId: string;
  traceparent?: string;
  actor?: Actor;
}

/** How the documents of a source are read. */
export interface ReadSettings {
  /** The country of objects that name none. */
  defaultCountry?: string;
  /** What the software writes for a value that is not filled in. */
  emptyValues?: string[];
}

type Given = { [K in keyof ReadSettings]: ReadSettings[K] | undefined };

/** Without the other settings of the source. */
export const readSettingsOf = ({ defaultCountry, emptyValues }: Given): ReadSettings => ({
  ...(defaultCountry !== undefined && { defaultCountry }),
  ...(emptyValues && { emptyValues }),
});

/** What an import needs to know of its source. */
export interface SourceSettings extends ReadSettings {
  id: string;
  /** Targets on which new properties are listed. */
  targetIds: readonly string[];
  preventPublication?: boolean;
  onSold?: OnSold;
  /** Of properties whose objects have no contact that can be used. */
  fallbackContact?: ContactFields;
  /** A full transfer that would delete a larger share of the properties waits for a confirmation. */
  maxRemovedShare: number;
  retry?: ListingRetry;
}
