import { describe, expect, it } from 'vitest';
import { textOfHtml } from './html-text.ts';

describe('the text of an HTML email', () => {
  it.each([
    ['<p>Ren&eacute; im Caf&eacute; &copy; &#8364;&nbsp;5</p>', 'René im Café © € 5'],
    [
      '<table><tr><th>Telefon</th><td>0171 123</td></tr><tr><td>Ort</td><td>Wels</td></tr></table>',
      'Telefon 0171 123\nOrt Wels',
    ],
    ['a&#0;b&#7;c &unknown; &', 'a\uFFFDbc &unknown; &'],
    ['5 &lt;b&gt; 6', '5 <b> 6'],
  ])('the text of an HTML email is what a person reads: %s', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });
});
