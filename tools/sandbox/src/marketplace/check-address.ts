import type { Fields } from './check-body.ts';
import type { Root } from './object-schema.ts';
import { invalid, required, schemaRefusal } from './refusal.ts';

const SITES: readonly Root[] = ['livingBuySite', 'livingRentSite', 'tradeSite'];

/** Codes of ISO 3166-1 that the schema lacks. */
const UNKNOWN_COUNTRIES = [
  'ALA', 'ATF', 'BES', 'BLM', 'BVT', 'CUW', 'GGY', 'IOT', 'JEY', 'MAF', 'PSE', 'SGS', 'SSD', 'SXM', 'TLS', 'UMI',
]; // oxfmt-ignore

/** The regions of a country by their German names; those of other countries are not known. */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  AUT: [
    'Burgenland', 'Kärnten', 'Niederösterreich', 'Oberösterreich', 'Salzburg', 'Steiermark', 'Tirol', 'Vorarlberg',
    'Wien',
  ], // oxfmt-ignore
};

/** @throws Refusal for a missing part of the address in its country */
export function checkAddress(root: Root, address: Fields): void {
  const abroad = address['internationalCountryRegion'] as Fields | undefined;
  if (abroad) checkRegion(String(abroad['country']), String(abroad['region']));
  if (abroad && abroad['country'] !== 'DEU') return;
  for (const name of ['street', 'houseNumber', 'postcode', 'city']) {
    const isOptional = name === 'houseNumber' && SITES.includes(root);
    if (address[name] === undefined && !isOptional) throw required(`address.${name}`);
  }
  if (!/^\d{5}$/.test(String(address['postcode']))) {
    throw invalid('address.postcode', address['postcode'], 'POSTCODE_INVALID');
  }
}

function checkRegion(country: string, region: string): void {
  if (!/^[A-Z]{3}$/.test(country) || UNKNOWN_COUNTRIES.includes(country)) {
    throw schemaRefusal(`address.internationalCountryRegion.country is none of its values: ${country}`);
  }
  if (REGIONS[country]?.includes(region) === false) {
    throw invalid('address.internationalCountryRegion.region', region, 'REGION_INVALID');
  }
}
