import { NotFound } from '@estate/errors';
import { formatTime } from '../format.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { table } from '../page-layout.ts';
import type { Medium } from './openimmo-document.ts';
import type { PortalObject } from './portal-state.ts';
import type { UserPortal } from './user-portal.ts';
import { prettyXml } from './xml-tree.ts';

const PICTURE_NAME = /\.(jpe?g|png|webp|gif)$/i;

/** True for a medium that a browser shows as a picture. */
export const isPicture = ({ remote, path }: Medium): boolean => !remote && PICTURE_NAME.test(path);

/** The pictures with the title picture first. */
export const sortedPictures = ({ media }: PortalObject): readonly Medium[] =>
  media.filter(isPicture).sort((a, b) => Number(b.group === 'TITELBILD') - Number(a.group === 'TITELBILD'));

export const mediumUrl = (object: PortalObject, medium: Medium): string =>
  ['/media', object.user, object.packageId, encodeURIComponent(medium.path)].join('/');

/** The price in the words of a portal, in euros. */
export function formatPrice({ price, priceOnRequest, pricePeriod }: PortalObject): string {
  if (priceOnRequest || price === undefined) return 'on request';
  const amount = `${Number(price).toLocaleString('en-GB', { maximumFractionDigits: 2 })} €`;
  return pricePeriod === undefined ? amount : `${amount} per ${pricePeriod}`;
}

/** The kind of an object and its deal, such as `Apartment (ETAGE) for rent`. */
export const formatKind = ({ kind, deal }: PortalObject): string =>
  [kind ?? 'Object', ...(deal === undefined ? [] : ['for', deal])].join(' ');

/** The size, as far as it is known. */
export const formatSize = ({ mainArea, rooms }: PortalObject): string =>
  [
    ...(mainArea === undefined ? [] : [`${mainArea} m²`]),
    ...(rooms === undefined ? [] : [`${rooms} rooms`]),
  ].join(' · ');

function pictures(object: PortalObject): Html {
  const figures = sortedPictures(object).map(
    (medium) =>
      html`<figure class="card">
        <a href="${mediumUrl(object, medium)}">
          <img src="${mediumUrl(object, medium)}" alt="${medium.title ?? medium.path}" loading="lazy" />
        </a>
        <figcaption>${medium.title ?? medium.path} <span class="soft">${medium.group}</span></figcaption>
      </figure>`,
  );
  if (figures.length === 0) return html`<div class="card empty">No images.</div>`;
  return html`<div class="pictures">${figures}</div>`;
}

/** A link to a web address; any other scheme could run in the portal's page. */
const remoteLink = ({ path }: Medium): Html =>
  /^https?:\/\//i.test(path)
    ? html`<a href="${path}" rel="noreferrer">${path}</a>`
    : html`<code>${path}</code>`;

function documents(object: PortalObject): Html {
  const rows = object.media
    .filter((medium) => !isPicture(medium))
    .map(
      (medium) =>
        html`<tr>
          <td>${medium.title}</td>
          <td class="name">
            ${medium.remote ? remoteLink(medium) : html`<a href="${mediumUrl(object, medium)}">${medium.path}</a>`}
          </td>
          <td class="soft">${medium.group} ${medium.format}</td>
        </tr>`,
    );
  if (rows.length === 0) return html`<div class="card empty">No documents and no links.</div>`;
  return table(rows);
}

function fields(object: PortalObject): Html {
  const rows = Object.entries(object.fields).map(
    ([path, value]) =>
      html`<tr>
        <td><code>${path}</code></td>
        <td class="name">${value}</td>
      </tr>`,
  );
  return table(rows);
}

async function documentText(portal: UserPortal, object: PortalObject): Promise<string> {
  const record = portal.state.packages.find(({ id }) => id === object.packageId);
  if (record?.document === undefined) throw new NotFound(`The package of object ${object.number} is gone.`);
  return prettyXml(await portal.readText(object.packageId, record.document));
}

/** The page with everything that the portal knows about a live object; throws NotFound for one that is not live. */
export async function objectPage(portal: UserPortal, number: string): Promise<Html> {
  const object = portal.state.objects[number];
  if (!object) throw new NotFound(`Object ${number} is not live.`);
  const { contact } = object;
  return html`<h2>${object.title ?? object.number}</h2>
    <p class="soft">
      No. ${object.number} of ${object.user} · first seen ${formatTime(object.firstSeenAt)} · updated
      ${formatTime(object.updatedAt)} · revision ${object.revision}
    </p>
    <p>
      ${formatKind(object)} · <b>${formatPrice(object)}</b> · ${formatSize(object)} · ${object.postalCode}
      ${object.city}
    </p>
    <p>Contact: ${contact.name} ${contact.email} ${contact.phone}</p>
    <h3>Pictures</h3>
    ${pictures(object)}
    <h3>Documents and links</h3>
    ${documents(object)}
    <h3>Fields</h3>
    ${fields(object)}
    <h3>XML</h3>
    <pre class="card">${await documentText(portal, object)}</pre>`;
}
