import { describe, expect, it } from 'vitest';
import { readSections } from '../test-support/one-object.ts';
import { hasMarkup, plainText } from './plain-text.ts';

describe('what a browser does not show of a text', () => {
  it.each([
    [
      '<!-- wp:paragraph -->\n<p>Helle Wohnung</p>\n<!-- /wp:paragraph --><!-- wp:list --><ul><li>Bad</li></ul><!-- /wp:list -->',
      'Helle Wohnung\n- Bad',
    ],
    ['<!-- wp:paragraph -->Helle Wohnung<!-- /wp:paragraph -->', 'Helle Wohnung'],
    ['Erste Zeile\n<!--more-->\nZweite Zeile', 'Erste Zeile\n\nZweite Zeile'],
    ['<style type="text/css">p { margin: 0 }</style><p>Helle Wohnung</p>', 'Helle Wohnung'],
    ['<STYLE>\n<!-- p > b { margin: 0 } -->\n</STYLE>Helle Wohnung', 'Helle Wohnung'],
    ['Helle Wohnung<script>if (a < b) alert("x")</script >', 'Helle Wohnung'],
    [
      '<!DOCTYPE html><html><head><title>Doc</title></head><body><p>Helle Wohnung</p></body></html>',
      'Helle Wohnung',
    ],
    [
      '<!--[if gte mso 9]><xml>Normal 0</xml><![endif]--><![if !mso]>Helle Wohnung<![endif]>',
      'Helle Wohnung',
    ],
    ['&lt;!-- wp:paragraph --&gt;Helle Wohnung&lt;!-- /wp:paragraph --&gt;', 'Helle Wohnung'],
  ])('is no part of it: %j', (text, shown) => {
    expect(plainText(text)).toBe(shown);
  });

  it.each([
    ['<center>Hell</center>', 'Hell'],
    ['<html><body>Hell</body></html>', 'Hell'],
    ['<section>Hell</section><section>Warm</section>', 'Hell\nWarm'],
    ['Er sagt: <blockquote>Hell</blockquote>', 'Er sagt:\nHell'],
    ['<s>Alt</s> Neu', 'Alt Neu'],
    ['<img src=x onerror=alert("1")>Hell', 'Hell'],
    ['Hell<iframe src="https://x.de" allowfullscreen></iframe>', 'Hell'],
    ['Hell<input type=text disabled>', 'Hell'],
    ['<article><header>Hell</header><footer>Warm</footer></article>', 'Hell\nWarm'],
    ['Erste Zeile<p>Zweite Zeile</p>', 'Erste Zeile\nZweite Zeile'],
    ['<p>Bad</p><p>Balkon</p>', 'Bad\nBalkon'],
    ['Mit<ul><li><p>Bad</p></li><li>Balkon</li></ul>', 'Mit\n- Bad\n\n- Balkon'],
    ['<table><tr><td>Kaltmiete</td><td>850 €</td></tr><tr><th>Fläche</th><td>80 m²</td></tr></table>', 'Kaltmiete 850 €\nFläche 80 m²'],
    ['<dl><dt>Fläche</dt><dd>80 m²</dd></dl>', 'Fläche\n80 m²'],
  ])('is no part of it, and words stay separate: %j', (text, shown) => {
    expect(plainText(text)).toBe(shown);
  }); // oxfmt-ignore

  it.each([
    'Preis <!-- offen',
    '<style> ohne Ende',
    'Zimmer <3 und --> mehr',
    'a <!b> c',
    '<scripts>a</scripts>',
    'Anbieter: <Object Immobilien GmbH>',
    'Rundgang: <Video folgt>\nZeile 2',
    'siehe <Link im Anhang>',
    'Nahe <Center> und Bahnhof\nZeile 2',
    'Zeile 2 (<Label>)\nZeile 3',
  ])('is all of it where nothing is hidden: %j', (text) => {
    expect([plainText(text), hasMarkup(text)]).toEqual([text, false]);
  });

  it.each([
    ['Hallo <Musterfirma><br>Welt', 'Hallo <Musterfirma>\nWelt'],
    ['Anbieter: <Object Immobilien GmbH><br>Nahe <Center> und <b>Bahnhof</b>', 'Anbieter: <Object Immobilien GmbH>\nNahe <Center> und Bahnhof'],
    ['Ruf an <tel:0171> <b>jetzt</b>', 'Ruf an <tel:0171> jetzt'],
    ['<x:y>Hell</x:y><o:z a="1"> <b>und</b> warm', 'Hell und warm'],
  ])('is no part of it, and words in angle brackets stay: %j', (text, shown) => {
    expect(plainText(text)).toBe(shown);
  }); // oxfmt-ignore

  it('is removed from a description, with a warning', async () => {
    const { property, problems } = await readSections({
      freitexte:
        '<objekttitel>Garage</objekttitel><lage><![CDATA[Ruhig<!-- intern: Schlüssel bei Nachbar -->]]></lage>',
    });
    expect(property?.fields.locationDescription).toBe('Ruhig');
    expect(problems.map(({ path, reason }) => `${reason} ${path}`)).toEqual([
      'markup_removed freitexte/lage',
    ]);
  });

  it.each([
    '<!--',
    '<style>',
    '<script ',
    '<!doctype ',
    '</style ',
    '<img ',
    '</td ',
    '<p ',
    '<img =',
    '<img a=b ',
  ])('is found in one pass over many of %j', (text) => {
    const many = text.repeat(200_000);
    expect(plainText(many)).toBe(many);
  });

  it.each(['<li> ', '<td>', '</p>', '<p>', '<img <b>', '<a>', '</a>'])(
    'is removed in one pass over many of %j',
    (text) => {
      expect(plainText(text.repeat(200_000)).length).toBeLessThan(1_000_000);
    },
  );
});
