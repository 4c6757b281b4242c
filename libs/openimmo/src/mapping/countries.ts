import { COUNTRIES } from '@estate/contracts';

/** Countries and territories as the format lists them. Its list was frozen before some of ISO 3166-1 got their codes. */
const CODES: ReadonlySet<string> = new Set(
  (
    'ABW AFG AGO AIA ALB AND ARE ARG ARM ASM ATG AUS AUT AZE BDI BEL BEN BFA BGD BGR BHR BHS BIH BLR BLZ BMU BOL BRA BRB BRN BTN BWA CAF CAN CHE CHL ' +
    'CHN CIV CMR COD COG COK COL COM CPV CRI CUB CYM CYP CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO ' +
    'GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HND HRV HTI HUN IDN IND IRL IRN IRQ ISL ISR ITA JAM JOR JPN KAZ KEN KGZ KHM KIR KNA ' +
    'KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS NAM ' +
    'NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU ROM RUS RWA SAU SDN SEN SGP SHN ' +
    'SJM SLB SLE SLV SMR SOM SPM SRB STP SUR SVK SVN SWE SWZ SYC SYR TCA TCD TGO THA TJK TKL TKM TMP TON TTO TUN TUR TUV TWN TZA UGA UKR URY USA UZB VAT ' +
    'VCT VEN VGB VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE'
  ).split(' '),
);

/** What the format calls otherwise. */
const RENAMED: Record<string, string> = { ROU: 'ROM', TLS: 'TMP' };

/** Other codes that software writes for the countries around Germany. */
const SHORT: Readonly<Record<string, string>> = {
  D: 'DEU', DE: 'DEU', GER: 'DEU', A: 'AUT', AT: 'AUT', CH: 'CHE', SUI: 'CHE', FL: 'LIE', LI: 'LIE', L: 'LUX', LU: 'LUX',
  F: 'FRA', FR: 'FRA', I: 'ITA', IT: 'ITA', E: 'ESP', ES: 'ESP', NL: 'NLD', B: 'BEL', BE: 'BEL', DK: 'DNK', PL: 'POL',
  CZ: 'CZE', HU: 'HUN', GB: 'GBR', US: 'USA', PT: 'PRT', GR: 'GRC', HR: 'HRV', TR: 'TUR',
}; // oxfmt-ignore

const ORIGINAL = new Map(Object.entries(RENAMED).map(([country, code]) => [code, country]));

/** The ISO 3166-1 alpha-3 code behind a code of the format; undefined for none that is known. */
export function countryOf(code: string): string | undefined {
  const upper = code.toUpperCase();
  const country = ORIGINAL.get(upper) ?? SHORT[upper] ?? upper;
  return COUNTRIES.includes(country) ? country : undefined;
}

/** The code of the format for an ISO 3166-1 alpha-3 code; undefined for a country that it does not know. */
export function countryCode(country: string): string | undefined {
  const code = RENAMED[country] ?? country;
  return CODES.has(code) ? code : undefined;
}
