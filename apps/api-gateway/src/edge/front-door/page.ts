import { escaped } from '../pages/html.ts';
import { OWN_LINKS } from './links.ts';
import type { Link, SandboxPage } from './links.ts';
import { STYLE } from './style.ts';

const TITLE = 'Real Estate Distribution Service';

/** The logo of the dashboard. */
const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#12525a"/><path d="M6.5 16 16 7.5l9.5 8.5M9.5 14v10.5h13V14" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>' +
  '<path d="M16 24.5v-5M16 19.5l-3 3M16 19.5l3 3" fill="none" stroke="#f2b35d" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The path of a property and of the responses, as boxes that stand side by side or, on a phone, below each other. */
const PICTURE = `<ol class="way">
<li><h2>Your software</h2><p>sends a property once: fields, photos, the contact person.</p>
<p class="back">It receives every event and the inquiries of prospects.</p></li>
<li class="own"><h2>This service</h2><ul class="services">
<li><strong>catalog</strong>stores properties, fetches and checks photos</li>
<li><strong>distribution</strong>publishes listings on every platform</li>
<li><strong>importer</strong>imports the exports of estate software</li>
<li><strong>inbox</strong>creates contact requests from the platforms’ emails</li>
<li><strong>notifier</strong>sends signed webhooks to your software</li></ul></li>
<li><h2>Platforms</h2><p>show the property: portals that accept OpenImmo by FTP, and a marketplace that end users connect.</p>
<p class="back">They send inquiries by email.</p></li>
</ol>`;

/** The page at `/`, which introduces the service, and links to its pages. */
export function frontDoorPage(sandbox: readonly SandboxPage[]): string {
  const pages = sandbox.map(({ name, href }) => ({ name, href, text: href }));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE}</title><link rel="icon" href="/dashboard/mark.svg"><style>${STYLE}</style></head>
<body><header>${MARK}<span>${TITLE}</span></header>
<main><h1>Send a property once. It is published on every platform.</h1>
<p class="lead">This service takes a property from an estate agent’s software, publishes it on the platforms of your choice, keeps it up
to date, takes it down again, collects the inquiries of prospects, and sends you signed webhooks about every step.</p>
${PICTURE}
<h2>Pages</h2><ul class="doors">${OWN_LINKS.map((link, index) => door(link, index === 0)).join('')}</ul>
${pages.length > 0 ? `<h2>Sandbox on this machine</h2><ul class="doors">${pages.map((link) => door(link, false)).join('')}</ul>` : ''}
</main><footer>Contract of 2026-11-01 · Apache-2.0</footer></body></html>
`;
}

const door = ({ name, href, text }: Link, isFirst: boolean): string =>
  `<li${isFirst ? ' class="first"' : ''}><a href="${escaped(href)}"><strong>${escaped(name)}</strong><span>${escaped(text)}</span></a></li>`;
