import type { Actor, ContactFields, OnSold } from '@estate/contracts';

/** A request to list again what could not be listed, and its actor. */
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
  /** Values that the software writes for a field that is not filled in. */
  emptyValues?: string[];
}

type Given = { [K in keyof ReadSettings]: ReadSettings[K] | undefined };

/** Without the other settings of the source. */
export const readSettingsOf = ({ defaultCountry, emptyValues }: Given): ReadSettings => ({
  ...(defaultCountry !== undefined && { defaultCountry }),
  ...(emptyValues && { emptyValues }),
});

/** The settings of a source that an import needs. */
export interface SourceSettings extends ReadSettings {
  id: string;
  /** Targets on which new properties are listed. */
  targetIds: readonly string[];
  preventPublication?: boolean;
  onSold?: OnSold;
  /** Used for properties whose objects have no contact that can be used. */
  fallbackContact?: ContactFields;
  /** A full transfer that would delete a larger share of the properties waits for a confirmation. */
  maxRemovedShare: number;
  retry?: ListingRetry;
}
