const LINES = [
  'Exposé',
  'Maisonette über den Dächern',
  'Lindenweg 12a, 80331 München',
  'Wohnfläche 96,4 m², 4 Zimmer, Kaufpreis 489.000',
  'Dieses Dokument ist ein Beispiel.',
];

const escapeText = (text: string): string => text.replace(/[\\()]/g, (sign) => `\\${sign}`);

/** A one-page PDF with a text layer and a correct cross-reference table. */
export function pdfExpose(variant: number): Buffer {
  const shown = [...LINES, `Nr. ${variant}`].map(
    (line, index) => `${index ? '/F1 13 Tf' : '/F1 26 Tf'} (${escapeText(line)}) Tj T*`,
  );
  const content = `BT 72 760 Td 30 TL ${shown.join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  // One byte per character, so that offsets counted in characters are correct.
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`,
    'latin1',
  );
}
