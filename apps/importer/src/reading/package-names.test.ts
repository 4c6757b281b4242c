import { describe, expect, it } from 'vitest';
import { CERTAINTY, PackageNames } from './package-names.ts';

/** As the library gives an entry: it decodes names as the format wants it. */
const entry = (fileNameRaw: Buffer, fileName = fileNameRaw.toString('latin1')) => ({
  ...{ fileName, fileNameRaw, generalPurposeBitFlag: 0 },
});
/** The path of the file that is found under another one. */
function finderIn(...paths: string[]) {
  const names = new PackageNames();
  for (const [index, path] of paths.entries()) names.add(entry(Buffer.from(path), path), index);
  return (path: string) => paths[names.find(path)?.file ?? -1];
}

describe('a file of a package', () => {
  it.each([
    ['in another case', 'Bilder/KUECHE.JPG'],
    ['without its folder', 'kueche.jpg'],
    ['below another folder', 'export/bilder/kueche.jpg'],
  ])('a file of a package is found %s', (_how, path) => {
    expect(finderIn('bilder/kueche.jpg', 'bad.jpg')(path)).toBe('bilder/kueche.jpg');
  });

  it.each([
    ['CP437', Buffer.from([0x4b, 0x81, 0x63, 0x68, 0x65]), 'Küche'],
    ['UTF-8 that is not declared', Buffer.from('Küche'), 'K├╝che'],
    ['windows-1252', Buffer.from('Küche', 'latin1'), 'Kⁿche'],
    ['UTF-8 with its umlauts in two parts', Buffer.from('Ku\u0308che'), 'Ku\u0308che'],
  ])('a file of a package is found whose name is in %s', (_charset, raw, decoded) => {
    const names = new PackageNames();
    names.add(entry(raw, decoded), 0);
    expect(names.find('KÜCHE')).toEqual({ file: 0, certainty: CERTAINTY.path });
  });

  it.each([
    ['a b.jpg', 'a%20b.jpg'],
    ['bilder/küche (1).jpg', 'bilder/k%C3%BCche%20%281%29.jpg'],
    ['a%20b.jpg', 'a b.jpg'],
    ['K&uuml;che.jpg', 'Küche.jpg'],
    ['K&amp;uuml;che.jpg', 'Küche.jpg'],
    ['Bad &amp; K%C3%BCche.jpg', 'bad & küche.jpg'],
  ])('a file of a package is found by %s under %s', (path, entryName) => {
    expect(finderIn('other.jpg', entryName)(path)).toBe(entryName);
  });

  it('a file of a package is found under its own name rather than under what that stands for', () => {
    expect(finderIn('a%20b.jpg', 'a b.jpg')('a b.jpg')).toBe('a b.jpg');
    expect(finderIn('a b.jpg', 'a%20b.jpg')('a%20b.jpg')).toBe('a%20b.jpg');
    expect(finderIn('Küche.jpg', 'K&uuml;che.jpg')('K&uuml;che.jpg')).toBe('K&uuml;che.jpg');
    expect(finderIn('100%.jpg', '%zz.jpg')('%zz.jpg')).toBe('%zz.jpg');
  });

  it.each([
    ['bilder/kueche.jpg', CERTAINTY.path],
    ['kueche.jpg', CERTAINTY.end],
    ['export/bilder/kueche.jpg', CERTAINTY.end],
    ['flur.jpg', CERTAINTY.path],
    ['bilder/flur.jpg', CERTAINTY.end],
    ['haus/kueche.jpg', CERTAINTY.name],
  ])('a file of a package is found by %s with the certainty %d', (path, certainty) => {
    const names = PackageNames.of(['bilder/kueche.jpg', 'flur.jpg']);
    expect(names.find(path)?.certainty).toBe(certainty);
  });

  it('a file of a package is found by its folder among files with the same name, and not without', () => {
    const find = finderIn('export/1/bild.jpg', 'export/2/bild.jpg', 'other/bild.jpg');
    expect(find('2/bild.jpg')).toBe('export/2/bild.jpg');
    expect(find('bild.jpg')).toBeUndefined();
    expect(find('3/bild.jpg')).toBeUndefined();
    expect(find('ild.jpg')).toBeUndefined();
  });

  it('a file of a package is found among 65,000 of its name, however many references do not find theirs', () => {
    const find = finderIn(...Array.from({ length: 65_000 }, (_, index) => `${index}/bild.jpg`));
    for (let index = 0; index < 65_000; index += 1) {
      expect(find(`x${index}/bild.jpg`)).toBeUndefined();
      expect(find(`export/${index}/bild.jpg`)).toBeUndefined();
    }
    expect(find('./64999/bild.jpg')).toBe('64999/bild.jpg');
    expect(find('64999/BILD.jpg')).toBe('64999/bild.jpg');
  });
});
