import { formatTime } from '../format.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { page, table } from '../page-layout.ts';
import type { Fields } from './check-body.ts';
import type { MarketAttachment, MarketObject } from './market-state.ts';
import type { MarketStore } from './market-store.ts';
import { dealOf, priceOf, sizeOf } from './object-facts.ts';
import { notFound } from './refusal.ts';

const inner = (fields: Fields, name: string): Fields => (fields[name] ?? {}) as Fields;
const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Pictures in their order, the title picture first. */
const pictures = ({ attachments }: MarketObject): MarketAttachment[] =>
  attachments
    .filter(({ kind }) => kind === 'Picture')
    .toSorted((a, b) => Number(b.titlePicture ?? false) - Number(a.titlePicture ?? false));

const mediaUrl = (object: MarketObject, { id }: MarketAttachment) => `/media/${object.id}/${id}`;

const facts = (object: MarketObject): Html[] =>
  [object.type, dealOf(object), priceOf(object), ...sizeOf(object)]
    .filter((fact) => fact !== '')
    .map((fact) => html`<span>${fact}</span> `);

/** The address, without street and house number if it must not be shown. */
function shownAddress({ fields }: MarketObject): string {
  const address = inner(fields, 'address');
  const exact =
    fields['showAddress'] === true ? `${shown(address['street'])} ${shown(address['houseNumber'])}, ` : '';
  return `${exact}${shown(address['postcode'])} ${shown(address['city'])}`;
}

function tile(object: MarketObject): Html {
  const [title] = pictures(object);
  const picture = title
    ? html`<img src="${mediaUrl(object, title)}" alt="" loading="lazy" />`
    : html`<div class="no-picture">no image</div>`;
  return html`<article class="card tile">
    <a class="cover" href="/expose/${object.id}">
      ${picture}
      <div class="text">
        <strong>${shown(object.fields['title'])}</strong>
        <div class="facts">${facts(object)}</div>
        <div class="soft small">${shownAddress(object)}</div>
      </div>
    </a>
  </article>`;
}

/** The start page, with everything on the public channel. */
export function startPage(store: MarketStore): string {
  const published = store.objects().filter(({ publishedAt }) => publishedAt !== undefined);
  const hidden = store.objects().length - published.length;
  const list = html`<div class="grid">${published.toReversed().map(tile)}</div>`;
  const empty = html`<div class="card empty">Nothing is published yet.</div>`;
  const body = html`<h2>Objects <span class="badge">${published.length}</span></h2>
    ${published.length === 0 ? empty : list}
    ${hidden > 0 ? html`<p class="soft">${hidden} more objects are not on the public channel.</p>` : undefined}`;
  return page({ title: 'Marketplace', subtitle: 'sandbox', body, liveVersion: store.version });
}

/** The paragraphs of a text; only the line break is kept as markup. */
const paragraphs = (text: string): Html[] => text.split(/<br\s*\/?>/i).map((part) => html`${part}<br />`);

function notes({ fields }: MarketObject): Html[] {
  const names = {
    descriptionNote: 'Object',
    furnishingNote: 'Furnishing',
    locationNote: 'Location',
    otherNote: 'More',
  };
  return Object.entries(names)
    .filter(([name]) => fields[name] !== undefined)
    .map(
      ([name, title]) =>
        html`<h3>${title}</h3>
          <p>${paragraphs(shown(fields[name]))}</p>`,
    );
}

function details(fields: Fields, prefix = ''): Html[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (name.endsWith('Note') || ['address', 'contact', 'title'].includes(`${prefix}${name}`)) return [];
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return details(value as Fields, `${prefix}${name}.`);
    }
    return [
      html`<tr>
        <td><code>${prefix}${name}</code></td>
        <td class="name">${[value].flat().map(String).join(', ')}</td>
      </tr>`,
    ];
  });
}

function documents(object: MarketObject): Html[] {
  return object.attachments
    .filter(({ kind }) => kind !== 'Picture')
    .map((attachment) => {
      const url = attachment.kind === 'Link' ? (attachment.url ?? '') : mediaUrl(object, attachment);
      const title = attachment.title ?? attachment.kind;
      const isSafe = url.startsWith('/') || /^https?:\/\//i.test(url);
      return html`<li>${isSafe ? html`<a href="${url}" rel="noreferrer">${title}</a>` : title}</li>`;
    });
}

/** The public page of an object. @throws Refusal for one that is not on the public channel */
export function exposePage(store: MarketStore, id: string): string {
  const object = store.state.objects[id];
  if (object?.publishedAt === undefined) throw notFound(`expose ${id}`);
  const contact = store.state.contacts[object.contactId]?.fields ?? {};
  const figures = pictures(object).map(
    (picture) =>
      html`<figure class="card">
        <img src="${mediaUrl(object, picture)}" alt="${picture.title ?? ''}" loading="lazy" />
        <figcaption>
          ${picture.title} ${picture.floorplan ? html`<span class="badge">floor plan</span>` : undefined}
        </figcaption>
      </figure>`,
  );
  const others = documents(object);
  const body = html`<h2>${shown(object.fields['title'])}</h2>
    <p class="soft">
      No. ${object.externalId} · online since ${formatTime(object.publishedAt)} · ${shownAddress(object)}
    </p>
    <p>
      <code>${object.type}</code> ${[dealOf(object), ...sizeOf(object)].join(' · ')} ·
      <b>${priceOf(object)}</b>
    </p>
    <p>
      Contact: ${shown(contact['firstname'])} ${shown(contact['lastname'])}, ${shown(contact['email'])}
      ${shown(contact['phoneNumber'])}
    </p>
    <div class="pictures">${figures}</div>
    ${
      others.length > 0
        ? html`<h3>Documents and links</h3>
            <ul>
              ${others}
            </ul>`
        : undefined
    }
    ${notes(object)}
    <h3>Details</h3>
    ${table(details(object.fields))}`;
  return page({ title: 'Marketplace', subtitle: 'sandbox', body, liveVersion: store.version });
}
