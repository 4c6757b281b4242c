import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** Properties, answered by the catalog. */
export const propertyRoutes: ApiRoute[] = [
  ask('POST /properties', contracts.createProperty, { summary: 'Create a property', status: 201 }),
  ask('GET /properties', contracts.listProperties, { summary: 'List properties' }),
  ask('GET /properties/{id}', contracts.getProperty, { summary: 'Get a property' }),
  ask('PUT /properties/{id}', contracts.updateProperty, { summary: 'Replace a property' }),
  ask('DELETE /properties/{id}', contracts.deleteProperty, { summary: 'Delete a property' }),
];
