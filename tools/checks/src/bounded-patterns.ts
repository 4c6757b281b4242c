/** A pattern that takes more than linear time, and where its input is bounded. */
export interface BoundedPattern {
  file: string;
  pattern: string;
  mostCharacters: number;
  /** Text of the file that bounds the input. */
  bound: string;
}

export const BOUNDED_PATTERNS: readonly BoundedPattern[] = [
  {
    file: 'apps/api-gateway/reference/start.js',
    pattern: String.raw`/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g`,
    mostCharacters: 5000,
    bound: 'node.data.length > LONGEST_SAMPLE',
  },
  {
    file: 'apps/distribution/src/platforms/marketplace-24/validation-words.ts',
    pattern: String.raw`/\[MESSAGE: *field '(?<field>[^']+)' (?<words>[^\]]+)\]/g`,
    mostCharacters: 5000,
    bound: 'text.slice(0, LONGEST_TEXT).matchAll',
  },
  {
    file: 'apps/distribution/src/platforms/marketplace-24/validation-words.ts',
    pattern: String.raw`/\[MESSAGE: *(?<field>[\w.@-]+) : (?:(?<value>[^\]]*?) )?: (?<code>\w+) *\]/g`,
    mostCharacters: 5000,
    bound: 'text.slice(0, LONGEST_TEXT).matchAll',
  },
  {
    file: 'apps/inbox/src/domain/report/statements.ts',
    pattern: String.raw`/^["'„“”#\s]+|["'“”\s.,;:]+$/gu`,
    mostCharacters: 500,
    bound: 'text.slice(0, LONGEST_CELL)',
  },
  {
    file: 'apps/inbox/src/domain/report/text-report.ts',
    pattern: String.raw`/(?:objekt|immobilie|inserat|anzeige|angebot|object|property|listing|estate)(?<label>[ -]?(?:nr|nummer|no|number|id|code))?[.:]?\s*[#:]?\s*(?:["'„»](?<quoted>[^"'“”«]{1,50})["'“”«]|(?<plain>(?=[A-Za-z/_#+@.-]*\d)[\w/#+@.-]{1,50}))/giu`,
    mostCharacters: 2000,
    bound: 'line.slice(0, LONGEST_LINE)',
  },
  {
    file: 'apps/inbox/src/domain/report/text-report.ts',
    pattern: String.raw`/\s*[|;\t]\s*|,\s+(?=[\p{L} .-]{2,40}\s*[:=])/u`,
    mostCharacters: 2000,
    bound: 'line.slice(0, LONGEST_LINE)',
  },
  {
    file: 'apps/inbox/src/domain/report/text-report.ts',
    pattern: String.raw`/^\s*(?:[-*•–]|\d{1,4}[.)])\s+(?<number>\S{1,60}?)(?::|\s+[-–:(]|$)\s*(?<words>.*)$/u`,
    mostCharacters: 2000,
    bound: 'line.slice(0, LONGEST_LINE)',
  },
  {
    file: 'apps/inbox/src/domain/report/text-report.ts',
    pattern: String.raw`/^\s*(?<label>[\p{L}\d .\-/]{2,40}?)\s*[:=]\s+(?<text>\S.*)$/u`,
    mostCharacters: 2000,
    bound: 'line.slice(0, LONGEST_LINE)',
  },
  {
    file: 'libs/contracts/src/property-types/commission.ts',
    pattern: String.raw`/(?:\d+(?:[.,]\d+)?\s*%\s*)?(?:gesetzl\p{L}*\.?\s+)?(?:mwst|mehrwertsteuer|ust|umsatzsteuer|vat)(?!\p{L})\.?/gu`,
    mostCharacters: 200,
    bound: 'text.trim().slice(0, LONGEST)',
  },
  {
    file: 'libs/contracts/src/contact.ts',
    pattern: String.raw`/\S@\S+\.\S/`,
    mostCharacters: 50,
    bound: 'name.length <= LONGEST_LAST_NAME',
  },
];

/** A pattern that is built from text, and how it looks when it has been built. */
export interface BuiltPattern {
  file: string;
  /** The text of its source. */
  source: string;
  example: string;
}

export const BUILT_PATTERNS: readonly BuiltPattern[] = [
  {
    file: 'apps/dashboard/src/fields/typed-number.ts',
    source: 'String.raw`^(-?[1-9]\\d{0,2}(?:[${thousands}]\\d{3})+)(?:[${decimal}](\\d*))?$`',
    example: String.raw`/^(-?[1-9]\d{0,2}(?:[.]\d{3})+)(?:[,](\d*))?$/`,
  },
  {
    file: 'apps/inbox/src/reading/html-text.ts',
    source: '`<${name}(?=[\\\\s/>])`',
    example: String.raw`/<script(?=[\s/>])/g`,
  },
  {
    file: 'apps/inbox/src/reading/uuencode.ts',
    source: 'BEGIN',
    example: String.raw`/^begin(-base64)? [0-7]{3,4} ([^\r\n]{1,255})\r?$/gm`,
  },
  {
    file: 'apps/distribution/src/platforms/openimmo-ftp/package-name.ts',
    source: '`^${source}(?:\\\\.\\\\w+)?$`',
    example: String.raw`/^[A-Za-z0-9-]+_(?<listingId>[0-9a-v]{20})_(?<sequence>\d{8})(?:\.\w+)?$/`,
  },
  {
    file: 'apps/inbox/src/domain/report/verdict.ts',
    source: '`(?<![\\\\p{L}\\\\d])(?:${words})(?![\\\\p{L}\\\\d])`',
    example: String.raw`/(?<![\p{L}\d])(?:nicht(?: [\p{L}-]+){0,3} (?:importiert|saved)(?:en|s|ed)?(?: werden)?)(?![\p{L}\d])/iu`,
  },
  {
    file: 'apps/inbox/src/domain/report/verdict.ts',
    source: 'word(list).source',
    example: String.raw`/(?<![\p{L}\d])(?:abgelehnt|fehler|errors?)(?![\p{L}\d])/giu`,
  },
  {
    file: 'apps/distribution/src/platforms/marketplace-24/object/house-number.ts',
    source: '`^(${ONE})(?:\\\\s?([/–-])\\\\s?(${ONE}))?(?=[\\\\s,;/–-]|$)`',
    example: String.raw`/^(\d{1,4}(?:\s?[a-z](?![a-z]))?)(?:\s?([/–-])\s?(\d{1,4}(?:\s?[a-z](?![a-z]))?))?(?=[\s,;/–-]|$)/i`,
  },
  {
    file: 'libs/contracts/src/listed-property.ts',
    source: '`^${ID}(,${ID}){0,${SHOWN_MAX - 1}}$`',
    example: '/^[0-9a-v]{20}(,[0-9a-v]{20}){0,99}$/',
  },
  {
    file: 'libs/contracts/src/redact.ts',
    source: 'whole',
    example: String.raw`/(?<![\p{L}\p{N}])(?:anna|beispiel)(?![\p{L}\p{N}])/giu`,
  },
  {
    file: 'libs/contracts/src/search.ts',
    source: "`[${Object.keys(PLAIN).join('')}]`",
    example: '/[äöü]/gu',
  },
  {
    file: 'libs/contracts/src/property-types/commission.ts',
    source: 'String.raw`(?<!\\p{L})(?:nicht|keine?[mnrs]?|not) ${FREE}|${FREE} bis(?!\\p{L})|entfällt nicht`',
    example: String.raw`/(?<!\p{L})(?:nicht|keine?[mnrs]?|not) (?<!\p{L})(?:\p{L}{0,30}(?:provision|courtage|makler|vermittlung|prov)\p{L}{0,30}\.?[ -]{0,3}frei(?:e[mnrs]?|heit)?(?!\p{L})|(?:commission|fee)[\s-]free(?!\p{L})|free of (?:commission|fees?))|(?<!\p{L})(?:\p{L}{0,30}(?:provision|courtage|makler|vermittlung|prov)\p{L}{0,30}\.?[ -]{0,3}frei(?:e[mnrs]?|heit)?(?!\p{L})|(?:commission|fee)[\s-]free(?!\p{L})|free of (?:commission|fees?)) bis(?!\p{L})|entfällt nicht/gu`,
  },
  {
    file: 'libs/contracts/src/property-types/commission.ts',
    source: 'source',
    example: String.raw`/(?<!\p{L})(?:keine?[mnrs]?|ohne|no|without) (?:[\p{L}'’-]{1,40} ){0,3}?(?<!\p{L})(?:\p{L}{0,30}(?:provision(?!s-?frei)|courtage(?!frei)|makler(?!frei)|(?:vermittlungs|makler)geb[uü]e?hr)\p{L}{0,30}|prov\.?(?!\p{L})|(?:commission|brokerage|broker|agent)s?(?:'s)?|fees?)(?!\p{L})/gu`,
  },
  {
    file: 'libs/contracts/src/property-types/commission.ts',
    source:
      'String.raw`(?<![\\p{L}\\d.,])(${DIGITS}) ?${UNIT}|(?:€|eur|chf) ?(${DIGITS})|${NOUN} ?[:=]? ?(${DIGITS})(?![\\d.])|^(${DIGITS})(?=$| (?:inkl|incl|zzgl|plus|vom|von|of)(?!\\p{L}))`',
    example: String.raw`/(?<![\p{L}\d.,])(\d{1,9}(?:[.,'’]\d{1,9}){0,4}) ?(?:%|‰|€|,-|\.-|(?:eur|euros?|chf|prozent|percent|[bmn]?mm|[bmn]*km|\p{L}{0,30}mieten?|months?['’]? rent)(?!\p{L}))|(?:€|eur|chf) ?(\d{1,9}(?:[.,'’]\d{1,9}){0,4})|(?<!\p{L})(?:\p{L}{0,30}(?:provision(?!s-?frei)|courtage(?!frei)|makler(?!frei)|(?:vermittlungs|makler)geb[uü]e?hr)\p{L}{0,30}|prov\.?(?!\p{L})|(?:commission|brokerage|broker|agent)s?(?:'s)?|fees?) ?[:=]? ?(\d{1,9}(?:[.,'’]\d{1,9}){0,4})(?![\d.])|^(\d{1,9}(?:[.,'’]\d{1,9}){0,4})(?=$| (?:inkl|incl|zzgl|plus|vom|von|of)(?!\p{L}))/gu`,
  },
  {
    file: 'libs/contracts/src/property-types/commission.ts',
    source: 'NOUN',
    example: String.raw`/(?<!\p{L})(?:\p{L}{0,30}(?:provision(?!s-?frei)|courtage(?!frei)|makler(?!frei)|(?:vermittlungs|makler)geb[uü]e?hr)\p{L}{0,30}|prov\.?(?!\p{L})|(?:commission|brokerage|broker|agent)s?(?:'s)?|fees?)/u`,
  },
  {
    file: 'libs/openimmo/src/read/html-names.ts',
    source: '`^(?:${NAMES}|${HIDDEN})$`',
    example: String.raw`/^(?:address|article|aside|blockquote|caption|center|dd|details|div|dt|fieldset|figcaption|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary|tr|ul|body|dl|figure|html|table|tbody|tfoot|thead|audio|embed|iframe|img|input|link|meta|object|picture|source|svg|video|a|abbr|acronym|b|bdi|bdo|big|br|button|cite|code|col|colgroup|del|dfn|em|font|hr|i|ins|kbd|label|mark|noscript|q|s|samp|select|small|span|strike|strong|sub|sup|td|textarea|th|tt|u|var|wbr|style|script|head)$/`,
  },
  {
    file: 'libs/openimmo/src/read/plain-text.ts',
    source:
      '`<(?:(?:${UNMISTAKABLE})(?:${VALUES})*\\\\s*/?|(?:${NAMES})(?:${VALUES})+\\\\s*/?|/(?:${NAMES})\\\\s*|${OF_MEDIA})>`',
    example: String.raw`/<(?:(?:p|br|div|span|b|i|u|em|strong|ul|ol|li|h[1-6]|a|font|table|thead|tbody|tfoot|tr|td|th|hr|small|sup|sub|html|dl|dt|dd|wbr|blockquote)(?:\s+[a-z][\w:-]*\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*\s*\/?|(?:address|article|aside|blockquote|caption|center|dd|details|div|dt|fieldset|figcaption|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary|tr|ul|body|dl|figure|html|table|tbody|tfoot|thead|audio|embed|iframe|img|input|link|meta|object|picture|source|svg|video|a|abbr|acronym|b|bdi|bdo|big|br|button|cite|code|col|colgroup|del|dfn|em|font|hr|i|ins|kbd|label|mark|noscript|q|s|samp|select|small|span|strike|strong|sub|sup|td|textarea|th|tt|u|var|wbr)(?:\s+[a-z][\w:-]*\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))+\s*\/?|\/(?:address|article|aside|blockquote|caption|center|dd|details|div|dt|fieldset|figcaption|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary|tr|ul|body|dl|figure|html|table|tbody|tfoot|thead|audio|embed|iframe|img|input|link|meta|object|picture|source|svg|video|a|abbr|acronym|b|bdi|bdo|big|br|button|cite|code|col|colgroup|del|dfn|em|font|hr|i|ins|kbd|label|mark|noscript|q|s|samp|select|small|span|strike|strong|sub|sup|td|textarea|th|tt|u|var|wbr)\s*|(?:audio|embed|iframe|img|input|link|meta|object|picture|source|svg|video)\s[^<>=]*=[^<>]*)>/i`,
  },
  {
    file: 'libs/openimmo/src/read/plain-text.ts',
    source: '`<(?:(?:${BLOCKS}|${CONTAINERS})${ATTRIBUTES}|/(?:${CONTAINERS})\\\\s*)>`',
    example: String.raw`/<(?:(?:address|article|aside|blockquote|caption|center|dd|details|div|dt|fieldset|figcaption|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary|tr|ul|body|dl|figure|html|table|tbody|tfoot|thead)(?:\s+[a-z][\w:-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*\/?|\/(?:body|dl|figure|html|table|tbody|tfoot|thead)\s*)>/gi`,
  },
  {
    file: 'libs/openimmo/src/read/plain-text.ts',
    source: '`<(?:(?:br|hr)${ATTRIBUTES}|/(?:${BLOCKS})\\\\s*)>`',
    example: String.raw`/<(?:(?:br|hr)(?:\s+[a-z][\w:-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*\/?|\/(?:address|article|aside|blockquote|caption|center|dd|details|div|dt|fieldset|figcaption|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary|tr|ul)\s*)>/gi`,
  },
  {
    file: 'libs/openimmo/src/read/plain-text.ts',
    source: '`<li${ATTRIBUTES}>(?:\\\\s?<(?:p|div)${ATTRIBUTES}>)?`',
    example: String.raw`/<li(?:\s+[a-z][\w:-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*\/?>(?:\s?<(?:p|div)(?:\s+[a-z][\w:-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*\/?>)?/gi`,
  },
  {
    file: 'libs/openimmo/src/read/plain-text.ts',
    source: '`<(?:[a-z][a-z0-9:]*${ATTRIBUTES}|/[a-z][a-z0-9:]*\\\\s*|${OF_MEDIA})>`',
    example: String.raw`/<(?:[a-z][a-z0-9:]*(?:\s+[a-z][\w:-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*\/?|\/[a-z][a-z0-9:]*\s*|(?:audio|embed|iframe|img|input|link|meta|object|picture|source|svg|video)\s[^<>=]*=[^<>]*)>/gi`,
  },
  {
    file: 'libs/openimmo/src/read/plain-text.ts',
    source: '`^(?:${UNMISTAKABLE})$`',
    example: String.raw`/^(?:p|br|div|span|b|i|u|em|strong|ul|ol|li|h[1-6]|a|font|table|thead|tbody|tfoot|tr|td|th|hr|small|sup|sub|html|dl|dt|dd|wbr|blockquote)$/`,
  },
];
