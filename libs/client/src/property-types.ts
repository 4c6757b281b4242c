import { Calls } from './calls.ts';
import type { PropertyType, PropertyTypeDescription, PropertyTypeSummary } from './contract-types.ts';
import { segment } from './resource.ts';
import type { CallOptions } from './transport.ts';

/** The property types with their fields. */
export class PropertyTypes extends Calls {
  /** @throws ApiError, ConnectionError */
  list(options?: CallOptions): Promise<PropertyTypeSummary[]> {
    return this.read('/property-types', options);
  }

  /** The fields of a type, their rules and labels, and where platforms show them. @throws ApiError, ConnectionError */
  get(type: PropertyType, options?: CallOptions): Promise<PropertyTypeDescription> {
    return this.read(`/property-types/${segment(type)}`, options);
  }
}
