/** The countries and territories of the format. Its list was frozen before some codes of ISO 3166-1 were assigned. */
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

/** Countries with codes of the format's own. */
const RENAMED: Record<string, string> = { ROU: 'ROM', TLS: 'TMP' };

const ORIGINAL = new Map(Object.entries(RENAMED).map(([country, code]) => [code, country]));

/** The ISO 3166-1 alpha-3 code for a code that exists only in the format. */
export const formatCountryOf = (code: string): string | undefined => ORIGINAL.get(code);

/** The code of the format for an ISO 3166-1 alpha-3 code; undefined for a country that the format lacks. */
export function countryCode(country: string): string | undefined {
  const code = RENAMED[country] ?? country;
  return CODES.has(code) ? code : undefined;
}
