import { PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';
import { newId, termsOf } from '@estate/persistence';
import type { ListBench, Stored } from './list-bench.ts';
import { sampleProperty } from '../sample-property.ts';
import { at } from './at.ts';
import { sampleSummary } from './sample-summary.ts';

const RARE: PropertyType = 'commercialPlotBuy';
/** The contact of half of all properties, and the beginning of the ids of contacts with a hundred. */
const [LARGE_CONTACT, SMALL_CONTACT] = ['c'.repeat(20), 'd'.repeat(16)];
const USUAL = PROPERTY_TYPE_NAMES.filter((name) => name !== RARE);

/** One in a hundred thousand is of the rare type; one in a thousand has failed. */
function document(template: Stored, position: number): Stored {
  const type = position % 100_000 === 70 ? RARE : at(USUAL, position);
  const { title, city, externalId } = sampleSummary(position);
  const example = PROPERTY_TYPES[type].examples.smallest;
  return {
    ...template,
    _id: newId(),
    type,
    externalId,
    fields: { ...example, title, address: { ...example.address, city } },
    processingStatus: position % 1000 === 3 ? 'failed' : 'successful',
    contactId:
      position % 2 === 0 ? LARGE_CONTACT : `${SMALL_CONTACT}${String(position % 9999).padStart(4, '0')}`,
    contactRevision: 1,
    terms: termsOf(title, city, externalId),
  };
}

/** The lists of properties. */
export const propertyLists: ListBench = {
  database: 'catalog',
  collection: 'properties',
  indexes: ['search', 'page-of-status', 'page-of-contact'],
  create: async (api) => (await api.post<{ id: string }>('/properties', sampleProperty)).id,
  document,
  queries: [
    ['all', '/properties'],
    ['all, middle', '/properties?startAfter={middle}'],
    ['all, counted', '/properties?count=true'],
    ['external id', '/properties?externalId=OBJ-0500001'],
    ['type', '/properties?type=houseRent'],
    ['type, middle', '/properties?type=houseRent&startAfter={middle}'],
    ['rare type', `/properties?type=${RARE}`],
    ['type, counted', '/properties?type=houseRent&count=true'],
    ['for rent, middle', '/properties?deal=rent&startAfter={middle}'],
    ['failed', '/properties?processingStatus=failed'],
    ['failed, middle', '/properties?processingStatus=failed&startAfter={middle}'],
    ['failed, counted', '/properties?processingStatus=failed&count=true'],
    ['pending, none', '/properties?processingStatus=pending'],
    ['successful, counted', '/properties?processingStatus=successful&count=true'],
    ['frequent word', '/properties?q=wohnung'],
    ['frequent word, newest', '/properties?q=wohnung&order=desc'],
    ['frequent word, middle', '/properties?q=wohnung&startAfter={middle}'],
    ['frequent word, counted', '/properties?q=wohnung&count=true'],
    ['one letter', '/properties?q=m'],
    ['long word', '/properties?q=dachgeschossw'],
    ['rare word', '/properties?q=windm%C3%BChle'],
    ['no word', '/properties?q=schloss&count=true'],
    ['two frequent words, middle', '/properties?q=wohnung+m%C3%BCnchen&startAfter={middle}'],
    ['frequent and rare word', '/properties?q=wohnung+windmuehle'],
    ['two frequent words, counted', '/properties?q=wohnung+m%C3%BCnchen&count=true'],
    ['two frequent words, none has both', '/properties?q=berlin+k%C3%B6ln'],
    ['external id as words', '/properties?q=OBJ-0500001'],
    ['frequent word, rare type', `/properties?q=wohnung&type=${RARE}`],
    ['frequent word, failed', '/properties?q=wohnung&processingStatus=failed'],
    ['frequent word, for rent, middle', '/properties?q=wohnung&deal=rent&startAfter={middle}'],
    ['large contact, middle', `/properties?contactId=${LARGE_CONTACT}&startAfter={middle}`],
    ['large contact, counted', `/properties?contactId=${LARGE_CONTACT}&count=true`],
    [
      'large contact, failed, counted',
      `/properties?contactId=${LARGE_CONTACT}&processingStatus=failed&count=true`,
    ],
    ['large contact, rare word', `/properties?contactId=${LARGE_CONTACT}&q=windmuehle`],
    ['small contact, counted', `/properties?contactId=${SMALL_CONTACT}0007&count=true`],
    ['frequent word, type, counted', '/properties?q=wohnung&type=houseRent&count=true'],
  ],
};
