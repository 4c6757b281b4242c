import { formatBytes, formatTime } from '../format.ts';
import { Html, html } from '../html.ts';
import { page, table } from '../page-layout.ts';
import type { Connection, Transfer } from './office-state.ts';
import type { Office, OfficeObject } from './office.ts';

const STYLE = new Html(`
form { margin:0 } .fields { display:grid; gap:12px 16px; padding:16px; grid-template-columns:repeat(auto-fit, minmax(140px, 1fr)); align-items:end }
label { display:block; font-size:13px; color:var(--soft) }
input, select { display:block; width:100%; margin-top:4px; padding:7px 9px; font:inherit; color:var(--ink); background:var(--ground);
  border:1px solid var(--line); border-radius:6px }
button { font:inherit; font-weight:600; padding:7px 14px; border:1px solid var(--accent); border-radius:6px; color:var(--card); background:var(--accent); cursor:pointer }
button.plain { color:var(--accent); background:none; border-color:var(--line) } .row { display:flex; gap:8px; flex-wrap:wrap; align-items:end }
#exports td.name { min-width:170px } .row label { flex:1 1 120px } .tile { display:flex; flex-direction:column } .tile .text { display:flex; flex-direction:column; gap:10px; flex:1 }
.tile form:first-of-type { margin-top:auto } .tile .photo { position:relative } .tile .photo .badge { position:absolute; left:10px; top:10px }
.tile.gone img, .tile.gone strong { opacity:.45 } .tile.gone strong { text-decoration:line-through }
:focus-visible { outline:2px solid var(--accent); outline-offset:2px } section { scroll-margin-top:16px }
`);

const STATES: Readonly<Record<OfficeObject['state'], string>> = {
  new: 'not exported yet',
  changed: 'changed since the export',
  exported: 'exported',
  removed: 'removed',
};

const EUROS = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
});

const hidden = (value: string): Html => html`<input type="hidden" name="action" value="${value}" />`;

const editForm = (number: string, action: string, label: string): Html =>
  html`<form method="post" action="/objects/${number}">
    ${hidden(action)}<button class="plain" aria-label="${label} ${number}">${label}</button>
  </form>`;

function tile({ offer, edits, price, state }: OfficeObject): Html {
  const { number, title, priced, address } = offer;
  const perMonth = priced === 'kaufpreis' ? '' : ' a month';
  const good = state === 'exported' && !edits.isBroken;
  return html`<article class="card tile ${edits.isRemoved ? 'gone' : ''}" id="${number}">
    <div class="photo">
      <img src="/photos/${number}" alt="" loading="lazy" />
      <span class="badge ${good ? 'good' : ''}">${STATES[state]}</span>
    </div>
    <div class="text">
      <div>
        <strong>${title}</strong>
        <span class="small soft">${number} · ${address.postalCode} ${address.city}</span>
        <div class="facts"><span>${EUROS.format(price)}${perMonth}</span></div>
        ${edits.isBroken ? html`<span class="reason">The kind of the object (objektart) is missing in exports.</span>` : undefined}
      </div>
      <form method="post" action="/objects/${number}" class="row">
        <label>Price<input name="price" type="number" min="0" step="1" required value="${price}" /></label>
        <button class="plain" aria-label="Save the price of ${number}">Save</button>
      </form>
      <div class="row">
        ${edits.isRemoved ? editForm(number, 'restore', 'Restore') : editForm(number, 'remove', 'Remove')}
        ${edits.isBroken ? editForm(number, 'repair', 'Repair') : editForm(number, 'break', 'Break')}
      </div>
    </div>
  </article>`;
}

const option = (value: Connection['encryption'], text: string, known: Connection | undefined): Html =>
  known?.encryption === value
    ? html`<option value="${value}" selected>${text}</option>`
    : html`<option value="${value}">${text}</option>`;

const connectionForm = (known: Connection | undefined): Html =>
  html`<form method="post" action="/connection" class="card fields">
    <label>Host<input name="host" required value="${known?.host ?? ''}" placeholder="localhost" /></label>
    <label
      >Port<input name="port" type="number" min="1" max="65535" required value="${known?.port ?? 21}"
    /></label>
    <label>User<input name="user" required autocomplete="off" value="${known?.user ?? ''}" /></label>
    <label
      >Password<input
        name="password"
        type="password"
        required
        autocomplete="off"
        value="${known?.password ?? ''}"
    /></label>
    <label>Folder<input name="folder" value="${known?.folder ?? '/'}" /></label>
    <label
      >Encryption<select name="encryption">
        ${option('explicit', 'TLS, explicit', known)} ${option('none', 'none', known)}
      </select></label
    >
    <div><button>Save</button></div>
  </form>`;

const exportButtons = (objects: readonly OfficeObject[], isConnected: boolean): Html => {
  if (!isConnected) {
    return html`<p class="soft">
      Enter the connection that an import source shows in the dashboard. The password is shown once, when the
      source is created.
    </p>`;
  }
  const changed = objects.filter(({ state }) => state === 'new' || state === 'changed').length;
  const button = (scope: Transfer['scope'], text: string, style: string) =>
    html`<form method="post" action="/exports">
      <input type="hidden" name="scope" value="${scope}" /><button class="${style}">${text}</button>
    </form>`;
  return html`<div class="row">
      ${button('VOLL', 'Export everything (VOLL)', '')} ${button('TEIL', 'Export changes (TEIL)', 'plain')}
    </div>
    <p class="soft">
      ${changed} new or changed, ${objects.length} in total. A full export replaces all objects at the
      receiver.
    </p>`;
};

const TONES: Readonly<Record<Transfer['state'], string>> = { sending: '', sent: 'good', failed: 'bad' };

function resultCell({ id, state, result }: Transfer): Html {
  if (result) {
    return html`<details id="result-${id}">
      <summary>${result.name}</summary>
      <pre>${result.text}</pre>
    </details>`;
  }
  if (state !== 'sent') return html`<span class="soft">none</span>`;
  return html`<form method="post" action="/exports/${id}/result">
    <button class="plain">Check for result</button>
  </form>`;
}

function transferRow(transfer: Transfer): Html {
  const { id, at, scope, fileName, objects, bytes, state, failure, dialogue } = transfer;
  const deleted = objects.filter(({ action }) => action === 'DELETE').length;
  return html`<tr>
    <td class="time">${formatTime(at)}</td>
    <td>${scope}</td>
    <td class="name"><code>${fileName}</code><br /><span class="small soft">${formatBytes(bytes)}</span></td>
    <td>${objects.length} objects${deleted === 0 ? '' : `, ${String(deleted)} of them deletions`}</td>
    <td class="name">
      <span class="badge ${TONES[state]}">${state}</span>
      ${failure === undefined ? undefined : html`<div class="reason">${failure}</div>`}
      <details id="dialogue-${id}">
        <summary>FTP dialogue</summary>
        <pre>${dialogue.join('\n')}</pre>
      </details>
    </td>
    <td class="name">${resultCell(transfer)}</td>
  </tr>`;
}

const HEADINGS = ['Time (UTC)', 'Scope', 'Package', 'Content', 'Transfer', 'Result file'];

/** The page with the stock, the connection and the exports. */
export function estateSoftwarePage(office: Office): string {
  const objects = office.objects();
  const { connection, transfers } = office;
  const body = html`<style>
      ${STYLE}
    </style>
    <section>
      <h2>FTP export</h2>
      ${connectionForm(connection)}
      <p></p>
      ${exportButtons(objects, connection !== undefined)}
    </section>
    <section id="exports">
      <h2>Exports <span class="badge">${transfers.length}</span></h2>
      ${
        transfers.length === 0
          ? html`<div class="card empty">Nothing has been exported yet.</div>`
          : table(transfers.toReversed().map(transferRow), HEADINGS)
      }
    </section>
    <section>
      <h2>Stock <span class="badge">${objects.length}</span></h2>
      <div class="grid">${objects.map(tile)}</div>
    </section>`;
  return page({
    title: 'Estate software',
    subtitle: 'Seeblick Desktop 9.4 exports its properties as OpenImmo by FTP',
    body,
    liveVersion: office.version,
  });
}
