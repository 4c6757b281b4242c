/** A seeded source of numbers in [0, 1): a picture must have the same bytes each time. */
export function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1_013_904_223) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Random = () => number;

const WIDTH = 1600;
const HEIGHT = 1200;

const hsl = (hue: number, saturation: number, light: number): string =>
  `hsl(${Math.round(hue)},${saturation}%,${light}%)`;

const rect = (x: number, y: number, [w, h, fill]: readonly [number, number, string]): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"/>`;

const gradient = (id: string, top: string, bottom: string): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;

const svg = (defs: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${defs}</defs>${body}</svg>`;

const SKY = gradient('sky', '#5d9be0', '#dcecf8');

function tree(x: number, y: number, size: number): string {
  const crown = [
    [0, -size, 0.62],
    [-size * 0.4, -size * 0.7, 0.48],
    [size * 0.42, -size * 0.72, 0.5],
  ];
  const leaves = crown.map(
    ([dx = 0, dy = 0, r = 0], index) =>
      `<circle cx="${x + dx}" cy="${y + dy}" r="${size * r}" fill="${hsl(110, 32, 28 + index * 5)}"/>`,
  );
  return rect(x - size * 0.06, y - size * 0.6, [size * 0.12, size * 0.6, '#5b4330']) + leaves.join('');
}

const pane = (x: number, y: number, [w, h]: readonly [number, number]): string =>
  rect(x - 10, y - 10, [w + 20, h + 20, '#f4f1ea']) +
  rect(x, y, [w, h, 'url(#glass)']) +
  rect(x + w / 2 - 4, y, [8, h, '#f4f1ea']) +
  rect(x - 18, y + h + 8, [w + 36, 14, '#cfc8ba']);

function facade(random: Random): string {
  const wall = hsl(20 + random() * 40, 38, 74);
  const windows: string[] = [];
  for (let floor = 0; floor < 3; floor += 1) {
    for (let column = 0; column < 5; column += 1) {
      if (floor === 2 && column === 2) continue;
      windows.push(pane(330 + column * 200, 400 + floor * 210, [110, 140]));
    }
  }
  const roof = '<polygon points="230,350 420,170 1180,170 1370,350" fill="#8c4a3b"/>';
  const door = rect(725, 800, [120, 210, '#4b3426']) + '<circle cx="825" cy="910" r="8" fill="#d8b25c"/>';
  const ground = rect(0, 1010, [WIDTH, 190, '#7f8a6a']) + rect(0, 1080, [WIDTH, 120, '#9a9a9c']);
  const house = rect(270, 345, [1060, 665, wall]) + roof + rect(270, 960, [1060, 50, '#a79c8c']);
  const trees = tree(150, 1040, 240 + random() * 80) + tree(1460, 1040, 230 + random() * 90);
  const body = rect(0, 0, [WIDTH, HEIGHT, 'url(#sky)']) + ground + house + windows.join('') + door + trees;
  return svg(SKY + gradient('glass', '#8fb4d2', '#37536b'), body);
}

const room = (wall: string, floor: string): string =>
  rect(0, 0, [WIDTH, 860, wall]) +
  `<polygon points="0,1200 1600,1200 1600,860 0,860" fill="${floor}"/>` +
  rect(0, 845, [WIDTH, 18, '#fbfaf7']);

function planks(): string {
  const lines = Array.from({ length: 17 }, (_, index) => {
    const x = index * 100;
    return `<line x1="${x}" y1="862" x2="${(x - 800) * 1.7 + 800}" y2="1200" stroke="#0003" stroke-width="3"/>`;
  });
  return lines.join('');
}

function livingRoom(random: Random): string {
  const sofa = hsl(random() * 360, 26, 46);
  const couch =
    `<rect x="420" y="700" width="780" height="180" rx="40" fill="${sofa}"/>` +
    `<rect x="380" y="780" width="110" height="190" rx="34" fill="${sofa}"/><rect x="1130" y="780" width="110" height="190" rx="34" fill="${sofa}"/>` +
    `<rect x="460" y="840" width="700" height="120" rx="22" fill="#fff3" />`;
  const picture =
    rect(960, 260, [300, 220, '#3b3026']) + rect(976, 276, [268, 188, hsl(random() * 360, 45, 68)]);
  const lamp =
    rect(1394, 430, [12, 480, '#4a4a4a']) +
    '<polygon points="1330,450 1470,450 1440,330 1360,330" fill="#f3deb0"/>';
  const rug = '<ellipse cx="810" cy="1060" rx="520" ry="90" fill="#d9cdbb"/>';
  const body =
    room('#ece5d8', '#b98e5f') + planks() + pane(220, 190, [480, 400]) + picture + rug + couch + lamp;
  return svg(gradient('glass', '#a9d0f2', '#e9f4fb'), body);
}

function kitchen(random: Random): string {
  const front = hsl(random() * 360, 18, 60);
  const doors = Array.from({ length: 6 }, (_, index) => {
    const x = 110 + index * 232;
    const lower = rect(x, 690, [222, 300, front]) + rect(x + 70, 715, [82, 10, '#e8e8e8']);
    const upper =
      index === 2 || index === 3
        ? ''
        : rect(x, 170, [222, 230, front]) + rect(x + 70, 370, [82, 10, '#e8e8e8']);
    return lower + upper;
  });
  const tiles = Array.from({ length: 56 }, (_, index) =>
    rect(110 + (index % 14) * 100, 410 + Math.floor(index / 14) * 62, [
      94,
      56,
      index % 3 ? '#f7f6f2' : '#e9e6de',
    ]),
  );
  const worktop = rect(90, 655, [1430, 40, '#5a4636']);
  const hood =
    '<polygon points="610,400 1000,400 900,250 710,250" fill="#b9bdc2"/>' + rect(660, 630, [290, 25, '#222']);
  return svg('', room('#f3efe6', '#c9c2b6') + tiles.join('') + doors.join('') + worktop + hood);
}

function bathroom(random: Random): string {
  const tone = 170 + random() * 60;
  const tiles = Array.from({ length: 160 }, (_, index) =>
    rect((index % 16) * 100 + 3, Math.floor(index / 16) * 86 + 3, [
      94,
      80,
      hsl(tone, 22, index % 5 ? 82 : 76),
    ]),
  );
  const tub =
    '<rect x="720" y="720" width="780" height="270" rx="90" fill="#fdfdfd"/><ellipse cx="1110" cy="745" rx="360" ry="40" fill="#dbe7ee"/>';
  const basin =
    '<ellipse cx="330" cy="700" rx="190" ry="60" fill="#fff"/>' +
    rect(290, 740, [80, 260, '#f2f2f2']) +
    '<circle cx="330" cy="400" r="170" fill="#8d979e"/><circle cx="330" cy="400" r="155" fill="#cfe0ea"/>';
  return svg('', room('#dfe6e8', '#9aa3a8') + tiles.join('') + tub + basin);
}

function garden(random: Random): string {
  const flowers = Array.from({ length: 140 }, () => {
    const y = 800 + random() * 380;
    return `<circle cx="${random() * WIDTH}" cy="${y}" r="${4 + (y - 800) / 40}" fill="${hsl(random() * 360, 70, 66)}"/>`;
  });
  const trees = [160, 480, 1100, 1420].map((x) => tree(x + random() * 60, 720, 190 + random() * 120));
  const path = '<polygon points="740,700 860,700 1120,1200 520,1200" fill="#d8cbb0"/>';
  const fence = Array.from({ length: 40 }, (_, index) => rect(index * 41, 600, [26, 110, '#c9b592']));
  const lawn = gradient('lawn', '#8db96a', '#4f8240');
  const ground = rect(0, 690, [WIDTH, 510, 'url(#lawn)']);
  const body =
    rect(0, 0, [WIDTH, 700, 'url(#sky)']) +
    fence.join('') +
    ground +
    path +
    trees.join('') +
    flowers.join('');
  return svg(SKY + lawn, body);
}

function balcony(random: Random): string {
  const hills = `<path d="M0,720 Q400,${480 + random() * 90} 820,690 T1600,640 V900 H0Z" fill="#6f9a6b"/>`;
  const sun = `<circle cx="${300 + random() * 1000}" cy="230" r="80" fill="#fff3c4"/>`;
  const rails = Array.from({ length: 27 }, (_, index) => rect(20 + index * 60, 700, [12, 300, '#3d4247']));
  const deck = Array.from({ length: 5 }, (_, index) =>
    rect(0, 1000 + index * 40, [WIDTH, 37, index % 2 ? '#9b7653' : '#a8825d']),
  );
  const table =
    '<ellipse cx="1130" cy="850" rx="210" ry="36" fill="#e6e0d4"/>' +
    rect(1118, 860, [24, 250, '#8b857b']) +
    rect(260, 900, [170, 150, '#b5623f']) +
    tree(345, 910, 130);
  const view = rect(0, 0, [WIDTH, HEIGHT, 'url(#sky)']) + sun + hills;
  return svg(SKY, view + rails.join('') + rect(0, 685, [WIDTH, 22, '#2f3438']) + deck.join('') + table);
}

/** The scenes of the photos, drawn as SVG; a random source makes each variant different. */
export const SCENES = {
  facade,
  'living-room': livingRoom,
  kitchen,
  bathroom,
  garden,
  balcony,
} as const satisfies Record<string, (random: Random) => string>;

export type Scene = keyof typeof SCENES;
