type Rows<R> = Readonly<Record<string, readonly R[]>>;

/** Patterns with more than linear time, the maximum length of their input, and the text of the file that bounds it. */
const BOUNDED: Rows<readonly [pattern: string, mostCharacters: number, bound: string]> = {
  'apps/api-gateway/reference/start.js': [
    [String.raw`/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g`, 5000, 'node.data.length > LONGEST_SAMPLE'],
  ],
  'apps/distribution/src/platforms/marketplace-24/validation-words.ts': [
    [
      String.raw`/\[MESSAGE: *field '(?<field>[^']+)' (?<words>[^\]]+)\]/g`,
      5000,
      'text.slice(0, LONGEST_TEXT).matchAll',
    ],
    [
      String.raw`/\[MESSAGE: *(?<field>[\w.@-]+) : (?:(?<value>[^\]]*?) )?: (?<code>\w+) *\]/g`,
      5000,
      'text.slice(0, LONGEST_TEXT).matchAll',
    ],
  ],
  'apps/inbox/src/domain/report/statements.ts': [
    [String.raw`/^["'„“”#\s]+|["'“”\s.,;:]+$/gu`, 500, 'text.slice(0, LONGEST_CELL)'],
  ],
  'apps/inbox/src/domain/report/text-report.ts': [
    [
      String.raw`/(?:objekt|immobilie|inserat|anzeige|angebot|object|property|listing|estate)(?<label>[ -]?(?:nr|nummer|no|number|id|code))?[.:]?\s*[#:]?\s*(?:["'„»](?<quoted>[^"'“”«]{1,50})["'“”«]|(?<plain>(?=[A-Za-z/_#+@.-]*\d)[\w/#+@.-]{1,50}))/giu`,
      2000,
      'line.slice(0, LONGEST_LINE)',
    ],
    [String.raw`/\s*[|;\t]\s*|,\s+(?=[\p{L} .-]{2,40}\s*[:=])/u`, 2000, 'line.slice(0, LONGEST_LINE)'],
    [
      String.raw`/^\s*(?:[-*•–]|\d{1,4}[.)])\s+(?<number>\S{1,60}?)(?::|\s+[-–:(]|$)\s*(?<words>.*)$/u`,
      2000,
      'line.slice(0, LONGEST_LINE)',
    ],
    [
      String.raw`/^\s*(?<label>[\p{L}\d .\-/]{2,40}?)\s*[:=]\s+(?<text>\S.*)$/u`,
      2000,
      'line.slice(0, LONGEST_LINE)',
    ],
  ],
  'libs/contracts/src/property-types/commission.ts': [
    [
      String.raw`/(?:\d+(?:[.,]\d+)?\s*%\s*)?(?:gesetzl\p{L}*\.?\s+)?(?:mwst|mehrwertsteuer|ust|umsatzsteuer|vat)(?!\p{L})\.?/gu`,
      200,
      'text.trim().slice(0, LONGEST)',
    ],
  ],
  'libs/contracts/src/contact.ts': [[String.raw`/\S@\S+\.\S/`, 50, 'name.length <= LONGEST_LAST_NAME']],
};

/** The source text of patterns that are built from text, with an example of the result. */
const BUILT: Rows<readonly [source: string, example: string]> = {
  'apps/dashboard/src/fields/typed-number.ts': [
    [
      'String.raw`^(-?[1-9]\\d{0,2}(?:[${thousands}]\\d{3})+)(?:[${decimal}](\\d*))?$`',
      String.raw`/^(-?[1-9]\d{0,2}(?:[.]\d{3})+)(?:[,](\d*))?$/`,
    ],
  ],
  'apps/inbox/src/reading/html-text.ts': [['`<${name}(?=[\\\\s/>])`', String.raw`/<script(?=[\s/>])/g`]],
  'apps/inbox/src/reading/uuencode.ts': [
    ['BEGIN', String.raw`/^begin(-base64)? [0-7]{3,4} ([^\r\n]{1,255})\r?$/gm`],
  ],
  'apps/distribution/src/platforms/openimmo-ftp/package-name.ts': [
    [
      '`^${source}(?:\\\\.\\\\w+)?$`',
      String.raw`/^[A-Za-z0-9-]+_(?<listingId>[0-9a-v]{20})_(?<sequence>\d{8})(?:\.\w+)?$/`,
    ],
  ],
  'apps/inbox/src/domain/report/verdict.ts': [
    [
      '`(?<![\\\\p{L}\\\\d])(?:${words})(?![\\\\p{L}\\\\d])`',
      String.raw`/(?<![\p{L}\d])(?:nicht(?: [\p{L}-]+){0,3} (?:importiert|saved)(?:en|s|ed)?(?: werden)?)(?![\p{L}\d])/iu`,
    ],
    ['word(list).source', String.raw`/(?<![\p{L}\d])(?:abgelehnt|fehler|errors?)(?![\p{L}\d])/giu`],
  ],
  'apps/distribution/src/platforms/marketplace-24/object/house-number.ts': [
    [
      '`^(${ONE})(?:\\\\s?([/–-])\\\\s?(${ONE}))?(?=[\\\\s,;/–-]|$)`',
      String.raw`/^(\d{1,4}(?:\s?[a-z](?![a-z]))?)(?:\s?([/–-])\s?(\d{1,4}(?:\s?[a-z](?![a-z]))?))?(?=[\s,;/–-]|$)/i`,
    ],
  ],
  'libs/contracts/src/listed-property.ts': [
    ['`^${ID}(,${ID}){0,${SHOWN_MAX - 1}}$`', '/^[0-9a-v]{20}(,[0-9a-v]{20}){0,99}$/'],
  ],
  'libs/contracts/src/redact.ts': [
    ['whole', String.raw`/(?<![\p{L}\p{N}])(?:anna|beispiel)(?![\p{L}\p{N}])/giu`],
  ],
  'libs/contracts/src/search.ts': [["`[${Object.keys(PLAIN).join('')}]`", '/[äöü]/gu']],
  'libs/contracts/src/property-types/commission.ts': [
    [
      'String.raw`(?<!\\p{L})(?:nicht|keine?[mnrs]?|not) ${FREE}|${FREE} bis(?!\\p{L})|entfällt nicht`',
      String.raw`/(?<!\p{L})(?:nicht|keine?[mnrs]?|not) (?<!\p{L})(?:\p{L}{0,30}(?:provision|courtage|makler|vermittlung|prov)\p{L}{0,30}\.?[ -]{0,3}frei(?:e[mnrs]?|heit)?(?!\p{L})|(?:commission|fee)[\s-]free(?!\p{L})|free of (?:commission|fees?))|(?<!\p{L})(?:\p{L}{0,30}(?:provision|courtage|makler|vermittlung|prov)\p{L}{0,30}\.?[ -]{0,3}frei(?:e[mnrs]?|heit)?(?!\p{L})|(?:commission|fee)[\s-]free(?!\p{L})|free of (?:commission|fees?)) bis(?!\p{L})|entfällt nicht/gu`,
    ],
    [
      'source',
      String.raw`/(?<!\p{L})(?:keine?[mnrs]?|ohne|no|without) (?:[\p{L}'’-]{1,40} ){0,3}?(?<!\p{L})(?:\p{L}{0,30}(?:provision(?!s-?frei)|courtage(?!frei)|makler(?!frei)|(?:vermittlungs|makler)geb[uü]e?hr)\p{L}{0,30}|prov\.?(?!\p{L})|(?:commission|brokerage|broker|agent)s?(?:'s)?|fees?)(?!\p{L})/gu`,
    ],
    [
      'String.raw`(?<![\\p{L}\\d.,])(${DIGITS}) ?${UNIT}|(?:€|eur|chf) ?(${DIGITS})|${NOUN} ?[:=]? ?(${DIGITS})(?![\\d.])|^(${DIGITS})(?=$| (?:inkl|incl|zzgl|plus|vom|von|of)(?!\\p{L}))`',
      String.raw`/(?<![\p{L}\d.,])(\d{1,9}(?:[.,'’]\d{1,9}){0,4}) ?(?:%|‰|€|,-|\.-|(?:eur|euros?|chf|prozent|percent|[bmn]?mm|[bmn]*km|\p{L}{0,30}mieten?|months?['’]? rent)(?!\p{L}))|(?:€|eur|chf) ?(\d{1,9}(?:[.,'’]\d{1,9}){0,4})|(?<!\p{L})(?:\p{L}{0,30}(?:provision(?!s-?frei)|courtage(?!frei)|makler(?!frei)|(?:vermittlungs|makler)geb[uü]e?hr)\p{L}{0,30}|prov\.?(?!\p{L})|(?:commission|brokerage|broker|agent)s?(?:'s)?|fees?) ?[:=]? ?(\d{1,9}(?:[.,'’]\d{1,9}){0,4})(?![\d.])|^(\d{1,9}(?:[.,'’]\d{1,9}){0,4})(?=$| (?:inkl|incl|zzgl|plus|vom|von|of)(?!\p{L}))/gu`,
    ],
    [
      'String.raw`(${FREE})${BETWEEN}${FROM}`',
      String.raw`/((?<!\p{L})(?:\p{L}{0,30}(?:provision|courtage|makler|vermittlung|prov)\p{L}{0,30}\.?[ -]{0,3}frei(?:e[mnrs]?|heit)?(?!\p{L})|(?:commission|fee)[\s-]free(?!\p{L})|free of (?:commission|fees?)))[^\p{L}\p{N}]{1,5}(?<!\p{L})(?:(?:direkt|unmittelbar|directly|straight|privat|(?:privat)?(?:verkauf|angebot|vermietung)) ){0,3}(?:vom|von|from)(?: de[mnr]| the| privat\p{L}{0,3}){0,2} (?:eigentümer|vermieter|verkäufer|owner|landlord|seller|vendor)(?:n|in)?(?!\p{L})/gu`,
    ],
    [
      'String.raw`(${NO_BROKER})${BETWEEN}(?=direkt|unmittelbar)${FROM}`',
      String.raw`/((?:(?<!\p{L})(?:\p{L}{0,30}(?:provision|courtage|makler|vermittlung|prov)\p{L}{0,30}\.?[ -]{0,3}frei(?:e[mnrs]?|heit)?(?!\p{L})|(?:commission|fee)[\s-]free(?!\p{L})|free of (?:commission|fees?))|(?<!\p{L})(?:keine?|ohne|no|without) \p{L}{1,40}))[^\p{L}\p{N}]{1,5}(?=direkt|unmittelbar)(?<!\p{L})(?:(?:direkt|unmittelbar|directly|straight|privat|(?:privat)?(?:verkauf|angebot|vermietung)) ){0,3}(?:vom|von|from)(?: de[mnr]| the| privat\p{L}{0,3}){0,2} (?:eigentümer|vermieter|verkäufer|owner|landlord|seller|vendor)(?:n|in)?(?!\p{L})/gu`,
    ],
    [
      'String.raw`^()${FROM}${BETWEEN}(?=${FREE}|(?:ohne|kein|no|without(?: a)?) (?:makler|broker))`',
      String.raw`/^()(?<!\p{L})(?:(?:direkt|unmittelbar|directly|straight|privat|(?:privat)?(?:verkauf|angebot|vermietung)) ){0,3}(?:vom|von|from)(?: de[mnr]| the| privat\p{L}{0,3}){0,2} (?:eigentümer|vermieter|verkäufer|owner|landlord|seller|vendor)(?:n|in)?(?!\p{L})[^\p{L}\p{N}]{1,5}(?=(?<!\p{L})(?:\p{L}{0,30}(?:provision|courtage|makler|vermittlung|prov)\p{L}{0,30}\.?[ -]{0,3}frei(?:e[mnrs]?|heit)?(?!\p{L})|(?:commission|fee)[\s-]free(?!\p{L})|free of (?:commission|fees?))|(?:ohne|kein|no|without(?: a)?) (?:makler|broker))/gu`,
    ],
    [
      'NOUN',
      String.raw`/(?<!\p{L})(?:\p{L}{0,30}(?:provision(?!s-?frei)|courtage(?!frei)|makler(?!frei)|(?:vermittlungs|makler)geb[uü]e?hr)\p{L}{0,30}|prov\.?(?!\p{L})|(?:commission|brokerage|broker|agent)s?(?:'s)?|fees?)/u`,
    ],
  ],
  'libs/openimmo/src/read/html-names.ts': [
    [
      '`^(?:${NAMES}|${HIDDEN})$`',
      String.raw`/^(?:address|article|aside|blockquote|caption|center|dd|details|div|dt|fieldset|figcaption|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary|tr|ul|body|dl|figure|html|table|tbody|tfoot|thead|audio|embed|iframe|img|input|link|meta|object|picture|source|svg|video|a|abbr|acronym|b|bdi|bdo|big|br|button|cite|code|col|colgroup|del|dfn|em|font|hr|i|ins|kbd|label|mark|noscript|q|s|samp|select|small|span|strike|strong|sub|sup|td|textarea|th|tt|u|var|wbr|style|script|head)$/`,
    ],
  ],
  'libs/openimmo/src/read/plain-text.ts': [
    [
      '`<(?:(?:${UNMISTAKABLE})(?:${VALUES})*\\\\s*/?|(?:${NAMES})(?:${VALUES})+\\\\s*/?|/(?:${NAMES})\\\\s*|${OF_MEDIA})>`',
      String.raw`/<(?:(?:p|br|div|span|b|i|u|em|strong|ul|ol|li|h[1-6]|a|font|table|thead|tbody|tfoot|tr|td|th|hr|small|sup|sub|html|dl|dt|dd|wbr|blockquote)(?:\s+[a-z][\w:-]*\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*\s*\/?|(?:address|article|aside|blockquote|caption|center|dd|details|div|dt|fieldset|figcaption|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary|tr|ul|body|dl|figure|html|table|tbody|tfoot|thead|audio|embed|iframe|img|input|link|meta|object|picture|source|svg|video|a|abbr|acronym|b|bdi|bdo|big|br|button|cite|code|col|colgroup|del|dfn|em|font|hr|i|ins|kbd|label|mark|noscript|q|s|samp|select|small|span|strike|strong|sub|sup|td|textarea|th|tt|u|var|wbr)(?:\s+[a-z][\w:-]*\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))+\s*\/?|\/(?:address|article|aside|blockquote|caption|center|dd|details|div|dt|fieldset|figcaption|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary|tr|ul|body|dl|figure|html|table|tbody|tfoot|thead|audio|embed|iframe|img|input|link|meta|object|picture|source|svg|video|a|abbr|acronym|b|bdi|bdo|big|br|button|cite|code|col|colgroup|del|dfn|em|font|hr|i|ins|kbd|label|mark|noscript|q|s|samp|select|small|span|strike|strong|sub|sup|td|textarea|th|tt|u|var|wbr)\s*|(?:audio|embed|iframe|img|input|link|meta|object|picture|source|svg|video)\s[^<>=]*=[^<>]*)>/i`,
    ],
    [
      '`<(?:(?:${BLOCKS}|${CONTAINERS})${ATTRIBUTES}|/(?:${CONTAINERS})\\\\s*)>`',
      String.raw`/<(?:(?:address|article|aside|blockquote|caption|center|dd|details|div|dt|fieldset|figcaption|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary|tr|ul|body|dl|figure|html|table|tbody|tfoot|thead)(?:\s+[a-z][\w:-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*\/?|\/(?:body|dl|figure|html|table|tbody|tfoot|thead)\s*)>/gi`,
    ],
    [
      '`<(?:(?:br|hr)${ATTRIBUTES}|/(?:${BLOCKS})\\\\s*)>`',
      String.raw`/<(?:(?:br|hr)(?:\s+[a-z][\w:-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*\/?|\/(?:address|article|aside|blockquote|caption|center|dd|details|div|dt|fieldset|figcaption|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary|tr|ul)\s*)>/gi`,
    ],
    [
      '`<li${ATTRIBUTES}>(?:\\\\s?<(?:p|div)${ATTRIBUTES}>)?`',
      String.raw`/<li(?:\s+[a-z][\w:-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*\/?>(?:\s?<(?:p|div)(?:\s+[a-z][\w:-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*\/?>)?/gi`,
    ],
    [
      '`<(?:[a-z][a-z0-9:]*${ATTRIBUTES}|/[a-z][a-z0-9:]*\\\\s*|${OF_MEDIA})>`',
      String.raw`/<(?:[a-z][a-z0-9:]*(?:\s+[a-z][\w:-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*\/?|\/[a-z][a-z0-9:]*\s*|(?:audio|embed|iframe|img|input|link|meta|object|picture|source|svg|video)\s[^<>=]*=[^<>]*)>/gi`,
    ],
    [
      '`^(?:${UNMISTAKABLE})$`',
      String.raw`/^(?:p|br|div|span|b|i|u|em|strong|ul|ol|li|h[1-6]|a|font|table|thead|tbody|tfoot|tr|td|th|hr|small|sup|sub|html|dl|dt|dd|wbr|blockquote)$/`,
    ],
  ],
};

const eachOf = <R>(rows: Rows<R>): [file: string, row: R][] =>
  Object.entries(rows).flatMap(([file, ofFile]) => ofFile.map((row): [string, R] => [file, row]));

export const BOUNDED_PATTERNS = eachOf(BOUNDED).map(([file, [pattern, mostCharacters, bound]]) => ({
  file,
  pattern,
  mostCharacters,
  bound,
}));
export const BUILT_PATTERNS = eachOf(BUILT).map(([file, [source, example]]) => ({ file, source, example }));
