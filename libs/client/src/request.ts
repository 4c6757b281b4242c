import type { ListQuery } from './page.ts';

/** An interested person who wrote about a property. */
export interface ContactRequest {
  id: string;
  createdAt: string;
  message?: string | undefined;
  targetId?: string | undefined;
  propertyId?: string | undefined;
  prospect?: unknown;
  propertyProvidedByPlatform?: unknown;
}

export interface RequestQuery extends ListQuery {
  propertyId?: string | undefined;
  targetId?: string | undefined;
}
