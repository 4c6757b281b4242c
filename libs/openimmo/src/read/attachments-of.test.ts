import { expect, it } from 'vitest';
import { messagesOf, readSections } from '../test-support/one-object.ts';

const file = (path: string, { group = 'BILD', rest = '', location = '' } = {}) =>
  `<anhang gruppe="${group}" location="${location}">${rest}<daten><pfad>${path}</pfad></daten></anhang>`;
const attachmentsIn = (...files: readonly string[]) => readSections({ anhaenge: files.join('') });

it.each([
  ['a.jpg', { kind: 'package', path: 'a.jpg' }],
  ['./photos/a b.jpg', { kind: 'package', path: 'photos/a b.jpg' }],
  ['photos\\a.jpg', { kind: 'package', path: 'photos/a.jpg' }],
  ['/a.jpg', { kind: 'package', path: 'a.jpg' }],
  ['bilder//a.jpg', { kind: 'package', path: 'bilder/a.jpg' }],
  ['../bilder/a.jpg', { kind: 'package', path: 'bilder/a.jpg' }],
  ['C:\\export\\a.jpg', { kind: 'package', path: 'export/a.jpg' }],
  ['\\\\host\\a.jpg', { kind: 'package', path: 'host/a.jpg' }],
  ['file:///C:/export/a.jpg', { kind: 'package', path: 'export/a.jpg' }],
  ['file:///export/a.jpg', { kind: 'package', path: 'export/a.jpg' }],
  ['https://example.org/a.jpg?x=1', { kind: 'url', url: 'https://example.org/a.jpg?x=1' }],
])('an attachment at %s is found at %j', async (path, source) => {
  expect((await attachmentsIn(file(path))).attachments).toMatchObject([{ source }]);
});

it('an attachment of an object is among the files that it names, also when it is not published', async () => {
  const logo = file('logo/1.jpg', { group: 'ANBIETERLOGO' });
  const read = await attachmentsIn(file('C:\\a\\1.jpg'), logo, file('https://example.org/a.jpg'), file('..'));
  expect(read.namedFiles).toEqual([{ path: 'a/1.jpg' }, { path: 'logo/1.jpg' }]);
  const deleted = await readSections({
    anhaenge: file('b/1.jpg'),
    verwaltung_techn: '<objektnr_extern>1</objektnr_extern><aktion aktionart="DELETE"/>',
  });
  expect([deleted.action, deleted.namedFiles]).toEqual(['delete', [{ path: 'b/1.jpg' }]]);
});

it.each(['ftp://a/b', '..', '/', 'bilder/'])(
    'an attachment at %s is left out, in words',
    async (path) => {
      const read = await attachmentsIn(file(path));
      expect(read.attachments).toEqual([]);
      expect(messagesOf(read)).toEqual(['The path names no file of a package. The attachment was left out.']);
    },
  ); // oxfmt-ignore

it.each([
  ['<format>image/jpeg</format>', 'a', 'image/jpeg'],
  ['<format>JPG</format>', 'a', 'image/jpeg'],
  ['<format>.PDF</format>', 'a', 'application/pdf'],
  ['<format>unknown</format>', 'a.PNG', 'image/png'],
  ['', 'https://example.org/a.webp?x=1', 'image/webp'],
  ['', 'a', undefined],
])('an attachment of an object with %s at %s is of the type %s', async (rest, path, mediaType) => {
  expect((await attachmentsIn(file(path, { rest }))).attachments[0]?.mediaType).toBe(mediaType);
});

it('an attachment of an object that is the title picture comes first, and a ground plan is a floor plan', async () => {
  const read = await attachmentsIn(
    file('1'),
    file('2', { group: 'grundriss' }),
    file('3', { group: 'TITELBILD' }),
  );
  expect(read.attachments.map(({ source, isTitle, isBlueprint }) => [source, isTitle, isBlueprint])).toEqual([
    [{ kind: 'package', path: '3' }, true, false],
    [{ kind: 'package', path: '1' }, false, false],
    [{ kind: 'package', path: '2' }, false, true],
  ]);
});

it.each([
  ['FILM', '<format>video/mp4</format>', 'http://example.org/film.mp4'],
  ['FILM', '', 'https://example.org/watch?v=1'],
  ['BILD', '<format>video/mp4</format>', 'https://example.org/film'],
  ['DOKUMENTE', '<format>MP4</format>', 'https://example.org/film'],
  ['BILD', '', 'https://example.org/film.mov'],
])('an attachment of an object of the group %s with %s at %s is a link', async (group, rest, url) => {
  const read = await attachmentsIn(file(url, { group, rest }));
  expect([read.attachments, read.property?.links]).toEqual([[], [{ url }]]);
});

it('an attachment of an object that is a film elsewhere (REMOTE) is a link', async () => {
  const url = 'http://example.org/film.mp4';
  const film = `<anhang location="REMOTE" gruppe="FILM"><format>video/mp4</format><daten><pfad>${url}</pfad></daten></anhang>`;
  const { attachments, problems, property } = await attachmentsIn(film);
  expect([attachments, property?.links, problems]).toEqual([[], [{ url }], []]);
});

it.each(['ANBIETERLOGO', 'QRCODE', 'EPASS-SKALA'])(
  'an attachment of an object of the group %s is kept as unmapped',
  async (group) => {
    const { attachments, unmapped } = await attachmentsIn(file('a.png', { group }));
    expect(attachments).toEqual([]);
    expect(unmapped).toContainEqual({ path: 'anhaenge/anhang/daten/pfad', value: 'a.png' });
  },
);

it('an attachment without a file is left out, in words', async () => {
  expect(messagesOf(await attachmentsIn('<anhang/>'))).toEqual([
    'The attachment names no file. It was left out.',
  ]);
});

it('an attachment of an object that is a page is a link, of which a property has at most ten', async () => {
  const link = (index: number) =>
    file(`https://example.org/${index}`, {
      group: 'LINKS',
      rest: '<anhangtitel>Tour &amp; more</anhangtitel>',
    });
  const read = await attachmentsIn(...Array.from({ length: 11 }, (_, index) => link(index)));
  expect(read.property?.links).toHaveLength(10);
  expect(read.property?.links?.[0]).toEqual({ url: 'https://example.org/0', title: 'Tour & more' });
  expect(messagesOf(read)).toEqual(['A property has at most 10 links. This one was left out.']);
});

it.each([
  ['FILMLINK', 'www.youtube.com/abc', 'https://www.youtube.com/abc'],
  ['FILMLINK', 'youtu.be/abc', 'https://youtu.be/abc'],
  ['LINKS', 'my.matterport.com/show/?m=1', 'https://my.matterport.com/show/?m=1'],
  ['LINKS', '//example.org/tour?a=1&amp;amp;b=2', 'https://example.org/tour?a=1&b=2'],
])('an attachment of the group %s is a link, also where its address is %s', async (group, path, url) => {
  const read = await attachmentsIn(file(path, { group, rest: '' }));
  expect(read.property?.links).toEqual([{ url }]);
});

it('a link whose address is in its title alone leads there', async () => {
  const title = '<anhangtitel>https://example.org/tour</anhangtitel>';
  const read = await attachmentsIn(`<anhang location="REMOTE" gruppe="LINKS">${title}</anhang>`);
  expect([read.property?.links, read.problems]).toEqual([[{ url: 'https://example.org/tour' }], []]);
});

it.each([
  ['https://example.org/p.php?a=1&amp;amp;b=2', { kind: 'url', url: 'https://example.org/p.php?a=1&b=2' }],
  ['photos.2026/a.jpg', { kind: 'package', path: 'photos.2026/a.jpg' }],
  ['//server/photos/a.jpg', { kind: 'package', path: 'server/photos/a.jpg' }],
])('a photo that is named %s comes from there', async (path, source) => {
  const read = await attachmentsIn(file(path, { group: 'BILD' }));
  expect(read.attachments).toMatchObject([{ source }]);
});

it.each([
  ['BILD', 'REMOTE', '//cdn.example.org/a.jpg', { kind: 'url', url: 'https://cdn.example.org/a.jpg' }],
  ['BILD', 'EXTERN', '//nas.local/bilder/a.jpg', { kind: 'package', path: 'nas.local/bilder/a.jpg' }],
  ['LINKS', 'EXTERN', 'ordner.alt/expose.pdf', { kind: 'package', path: 'ordner.alt/expose.pdf' }],
])('an attachment of the group %s that is %s at %s comes from there', async (group, location, path, source) => {
  const read = await attachmentsIn(file(path, { group, location }));
  expect([read.attachments.map((one) => one.source), read.property?.links]).toEqual([[source], undefined]);
}); // oxfmt-ignore

it.each([
  ['REMOTE', 'example.org/expose.pdf', 'https://example.org/expose.pdf'],
  ['EXTERN', 'www.example.org/expose.pdf', 'https://www.example.org/expose.pdf'],
  ['EXTERN', 'youtu.be/abc', 'https://youtu.be/abc'],
])('an attachment of links that is %s at %s is a link', async (location, path, url) => {
  const read = await attachmentsIn(file(path, { group: 'LINKS', location }));
  expect([read.attachments, read.property?.links]).toEqual([[], [{ url }]]);
});

it('a caption that is too long ends with a whole character', async () => {
  const rest = `<anhangtitel>${'x'.repeat(199)}😀</anhangtitel>`;
  const read = await attachmentsIn(file('a.jpg', { rest }));
  expect(read.attachments).toMatchObject([{ title: 'x'.repeat(199) }]);
});

it('an attachment beyond the number that a property may have is left out, in words', async () => {
  const read = await attachmentsIn(...Array.from({ length: 152 }, (_, index) => file(`${index}.jpg`)));
  expect(read.attachments).toHaveLength(150);
  expect(messagesOf(read)).toEqual(['A property has at most 150 attachments. The last 2 were left out.']);
});
