import type { Express, Request, Response } from 'express';
import { NotFound } from '@estate/errors';
import { formatBytes, formatTime } from '../format.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { numbers, page, table } from '../page-layout.ts';
import type { CommandEntry } from './command-log.ts';
import { formatKind, formatPrice, formatSize, mediumUrl, objectPage, sortedPictures } from './object-page.ts';
import { objectUrl } from './object-url.ts';
import type { PackageRecord, PortalObject } from './portal-state.ts';
import { portalOf } from './portal-context.ts';
import type { PortalContext } from './portal-context.ts';
import type { UserPortal } from './user-portal.ts';

const SHOWN_COMMANDS = 100;
const PACKAGE_HEADINGS = ['Received (UTC)', 'Package', numbers('Size'), 'Verdict', 'Changes, or the reason'];
const COMMAND_HEADINGS = ['Time (UTC)', 'User', 'Command', 'Connection', 'Reply'];

function tile(object: PortalObject): Html {
  const [cover] = sortedPictures(object);
  const photos = sortedPictures(object).filter(({ group }) => group !== 'GRUNDRISS').length;
  return html`<article class="card tile">
    <a class="cover" href="${objectUrl(object)}">
      ${
        cover
          ? html`<img src="${mediumUrl(object, cover)}" alt="${cover.title ?? 'Title image'}" />`
          : html`<div class="no-picture">no image</div>`
      }
      <div class="text">
        <strong>${object.title ?? object.number}</strong>
        <span class="soft">${formatKind(object)} · ${object.postalCode} ${object.city}</span>
        <div class="facts">
          <b>${formatPrice(object)}</b>
          <span>${formatSize(object)}</span>
        </div>
        <div class="small soft">${object.contact.name} · ${photos} photo${photos === 1 ? '' : 's'}</div>
        <div class="small soft">No. ${object.number} · updated ${formatTime(object.updatedAt)}</div>
      </div>
    </a>
  </article>`;
}

function packageRow(record: PackageRecord): Html {
  const changes = record.changes.map(({ number, action }) => `${action} ${number}`).join(', ');
  return html`<tr>
    <td class="time">${formatTime(record.receivedAt)}</td>
    <td class="name"><a href="/packages/${record.user}/${record.id}.zip">${record.name}</a></td>
    <td class="number">${formatBytes(record.size)}</td>
    <td><span class="badge ${record.verdict === 'accepted' ? 'good' : 'bad'}">${record.verdict}</span></td>
    <td class="name">
      ${record.reason === undefined ? changes : html`<span class="reason">${record.reason}</span>`}
    </td>
  </tr>`;
}

function packageTable(packages: readonly PackageRecord[]): Html {
  if (packages.length === 0) return html`<div class="card empty">No package has arrived yet.</div>`;
  return table(packages.toReversed().map(packageRow), PACKAGE_HEADINGS);
}

function userSection({ name, state }: UserPortal): Html {
  const objects = Object.values(state.objects);
  const count = `${objects.length} object${objects.length === 1 ? '' : 's'} live`;
  return html`<section>
    <h2>${name} <span class="badge">${count}</span></h2>
    ${
      objects.length === 0
        ? html`<div class="card empty">This user has no live objects.</div>`
        : html`<div class="grid">${objects.map(tile)}</div>`
    }
    <h3>Packages received</h3>
    ${packageTable(state.packages)}
  </section>`;
}

const replyBadge = (reply: number | undefined): Html =>
  reply === undefined
    ? html`<span class="badge">no reply</span>`
    : html`<span class="badge ${reply >= 400 ? 'bad' : 'good'}">${reply}</span>`;

const encryptionBadge = ({ encrypted }: CommandEntry): Html =>
  encrypted ? html`<span class="badge good">TLS</span>` : html`<span class="badge">clear text</span>`;

function commandRow(entry: CommandEntry): Html {
  return html`<tr>
    <td class="time">${formatTime(entry.at)}</td>
    <td>${entry.user}</td>
    <td class="name"><code>${entry.command} ${entry.argument}</code></td>
    <td>${encryptionBadge(entry)}</td>
    <td>${replyBadge(entry.reply)}</td>
  </tr>`;
}

function commandTable(entries: readonly CommandEntry[]): Html {
  if (entries.length === 0) return html`<div class="card empty">No client has connected yet.</div>`;
  return table(entries.slice(-SHOWN_COMMANDS).toReversed().map(commandRow), COMMAND_HEADINGS);
}

/** The pages for people, and the files they show. */
export function addPortalPages(app: Express, context: PortalContext): void {
  const { users, log, ftpPort, version } = context;
  const subtitle = `accepts OpenImmo packages at ftp://localhost:${ftpPort}`;
  app.get('/', (_request, response) => {
    const sections = [...users.values()].map(userSection);
    const commands = html`<h2>Last ${SHOWN_COMMANDS} FTP commands</h2>
      ${commandTable(log.entries())}`;
    const body = html`${sections} ${commands}`;
    response.send(page({ title: 'FTP portal', subtitle, body, liveVersion: version() }));
  });
  app.get('/objects/:user/:number', async (request: Request<{ user: string; number: string }>, response) => {
    const portal = portalOf(users, request.params.user);
    const body = await objectPage(portal, request.params.number);
    response.send(page({ title: 'FTP portal', subtitle, body }));
  });
  app.get('/packages/:user/:file', (request: Request<{ user: string; file: string }>, response) => {
    const portal = portalOf(users, request.params.user);
    const record = portal.state.packages.find(({ id }) => `${id}.zip` === request.params.file);
    if (!record) throw new NotFound('There is no such package.');
    response.download(portal.packagePath(record.id), record.name);
  });
  app.get(
    '/media/:user/:id/:file',
    (request: Request<{ user: string; id: string; file: string }>, response) => {
      sendMedium(portalOf(users, request.params.user), request, response);
    },
  );
}

function sendMedium(
  portal: UserPortal,
  request: Request<{ id: string; file: string }>,
  response: Response,
): void {
  const { id, file } = request.params;
  const owner = Object.values(portal.state.objects).find(({ packageId }) => packageId === id);
  if (!owner) throw new NotFound('There is no such file.');
  // A file of a stranger must not run as a page of the portal.
  response.set('content-security-policy', "default-src 'none'; sandbox");
  response.sendFile(portal.mediumPath(id, file), { dotfiles: 'allow', maxAge: '1h' });
}
