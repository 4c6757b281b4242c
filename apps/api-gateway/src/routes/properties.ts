import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** Properties, answered by the catalog. */
export const propertyRoutes: ApiRoute[] = [
  ask(
    { method: 'POST', path: '/properties', summary: 'Create a property', status: 201 },
    contracts.createProperty,
  ),
  ask({ method: 'GET', path: '/properties', summary: 'List properties' }, contracts.listProperties),
  ask({ method: 'GET', path: '/properties/{id}', summary: 'Get a property' }, contracts.getProperty),
  ask({ method: 'PUT', path: '/properties/{id}', summary: 'Replace a property' }, contracts.updateProperty),
  ask({ method: 'DELETE', path: '/properties/{id}', summary: 'Delete a property' }, contracts.deleteProperty),
];
