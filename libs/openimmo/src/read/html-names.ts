/** HTML elements that begin and end a line. */
export const BLOCKS =
  'address|article|aside|blockquote|caption|center|dd|details|div|dt|fieldset|figcaption|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary|tr|ul';
/** HTML elements around such elements. */
export const CONTAINERS = 'body|dl|figure|html|table|tbody|tfoot|thead';
/** Elements for content other than text; the values of their attributes are often odd. */
export const MEDIA = 'audio|embed|iframe|img|input|link|meta|object|picture|source|svg|video';
const INLINE =
  'a|abbr|acronym|b|bdi|bdo|big|br|button|cite|code|col|colgroup|del|dfn|em|font|hr|i|ins|kbd|label|mark|noscript|q|s|samp|select|small|span|strike|strong|sub|sup|td|textarea|th|tt|u|var|wbr';

/** Elements whose content is not shown. */
const HIDDEN = 'style|script|head';

/** Elements that are recognized without an end tag or attributes: nobody writes these names in angle brackets as words. */
export const UNMISTAKABLE =
  'p|br|div|span|b|i|u|em|strong|ul|ol|li|h[1-6]|a|font|table|thead|tbody|tfoot|tr|td|th|hr|small|sup|sub|html|dl|dt|dd|wbr|blockquote';

/** Elements whose tags are removed. */
export const NAMES = `${BLOCKS}|${CONTAINERS}|${MEDIA}|${INLINE}`;

const NAME = new RegExp(`^(?:${NAMES}|${HIDDEN})$`);

/** @param name in lower case */
export const isOfHtml = (name: string): boolean => NAME.test(name);
