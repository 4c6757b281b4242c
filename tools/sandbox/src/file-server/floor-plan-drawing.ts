const ROOMS = [
  { name: 'Living', size: '28.4 m²', box: [100, 100, 620, 440] },
  { name: 'Kitchen', size: '11.2 m²', box: [720, 100, 380, 300] },
  { name: 'Bedroom', size: '16.9 m²', box: [100, 540, 440, 360] },
  { name: 'Hall', size: '9.1 m²', box: [540, 540, 180, 360] },
  { name: 'Bathroom', size: '7.5 m²', box: [720, 400, 380, 240] },
  { name: 'Study', size: '10.3 m²', box: [720, 640, 380, 260] },
] as const;

/** A floor plan as SVG; the variant number is written on it, so each is a different picture. */
export function floorPlan(variant: number): string {
  const rooms = ROOMS.map(({ name, size, box: [x, y, w, h] }) => {
    const middle = x + w / 2;
    return (
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#fff" stroke="#1d2b44" stroke-width="10"/>` +
      `<text x="${middle}" y="${y + h / 2}" class="n">${name}</text><text x="${middle}" y="${y + h / 2 + 34}" class="s">${size}</text>`
    );
  });
  const door = (x: number, y: number): string =>
    `<rect x="${x}" y="${y}" width="80" height="12" fill="#fff"/><path d="M${x},${y} a80,80 0 0 1 80,80" fill="none" stroke="#7c8aa5" stroke-width="3"/>`;
  const style =
    '.n{font:600 30px sans-serif}.s{font:24px sans-serif;fill:#55627a}text{text-anchor:middle;fill:#1d2b44}';
  const grid =
    '<pattern id="g" width="40" height="40" patternUnits="userSpaceOnUse"><path d="M40 0H0V40" fill="none" stroke="#dbe4f2"/></pattern>';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1000"><defs>${grid}<style>${style}</style></defs>` +
    `<rect width="1200" height="1000" fill="#f4f8ff"/><rect width="1200" height="1000" fill="url(#g)"/>${rooms.join('')}` +
    `${door(560, 534)}${door(760, 394)}${door(580, 894)}<text x="600" y="960" class="s">Floor plan ${variant} · 1:100</text></svg>`
  );
}
