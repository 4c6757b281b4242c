import { listPropertyTypes, PROPERTY_TYPES, summarizePropertyType } from '@estate/contracts';
import { answer } from '@estate/messaging';

export const listPropertyTypesRoute = () =>
  answer(listPropertyTypes, () => Promise.resolve(Object.values(PROPERTY_TYPES).map(summarizePropertyType)));
