import { formatTime } from '../format.ts';
import { Html, html } from '../html.ts';
import { page, table } from '../page-layout.ts';
import { EXAMPLE_CONTENT, READY_DOCUMENTS } from './feedback-documents.ts';
import type { ReadyDocument } from './feedback-documents.ts';
import type { ReceivedMail } from './received-mails.ts';
import type { SentMail } from './sent-mails.ts';

const SHOWN = 100;
const SENT_HEADINGS = ['Time (UTC)', 'Email', 'To', 'Response'];
const RECEIVED_HEADINGS = ['Time (UTC)', 'To', 'Email'];

const STYLE = new Html(`
form { margin:0 } .fields { display:grid; gap:12px 16px; padding:16px; grid-template-columns:repeat(auto-fit, minmax(220px, 1fr)) }
label { display:block; font-size:13px; color:var(--soft) } .wide { grid-column:1 / -1 }
input, textarea { display:block; width:100%; margin-top:4px; padding:7px 9px; font:inherit; color:var(--ink);
  background:var(--ground); border:1px solid var(--line); border-radius:6px }
button { font:inherit; font-weight:600; padding:6px 14px; border:0; border-radius:6px; color:var(--card); background:var(--accent); cursor:pointer }
:focus-visible { outline:2px solid var(--accent); outline-offset:2px }
`);

const readyRow = ({ name, title, ends }: ReadyDocument): Html =>
  html`<tr>
    <td>${title}</td>
    <td><span class="badge ${ends === 'failure' ? 'bad' : 'good'}">${ends}</span></td>
    <td class="number"><button form="ready" name="document" value="${name}">Send</button></td>
  </tr>`;

const sentRow = ({ at, to, document, answer, accepted }: SentMail): Html =>
  html`<tr>
    <td class="time">${formatTime(at)}</td>
    <td>${document}</td>
    <td class="name"><code>${to}</code></td>
    <td class="name">
      <span class="badge ${accepted ? 'good' : 'bad'}">${accepted ? 'accepted' : 'refused'}</span>
      <span class="small soft">${answer}</span>
    </td>
  </tr>`;

const receivedRow = ({ at, to, subject, text }: ReceivedMail): Html =>
  html`<tr>
    <td class="time">${formatTime(at)}</td>
    <td class="name"><code>${to.join(', ')}</code></td>
    <td class="name">
      <details>
        <summary>${subject}</summary>
        <pre>${text}</pre>
      </details>
    </td>
  </tr>`;

/** The address and the property of the prepared emails. */
const readyForm = (to: string, externalId: string): Html =>
  html`<form id="ready" method="post" action="/send" class="card fields">
    <label
      >Request address<input
        name="to"
        type="email"
        required
        value="${to}"
        placeholder="{emailId}@requests.localhost"
    /></label>
    <label>External id of the property<input name="externalId" maxlength="50" value="${externalId}" /></label>
  </form>`;

const ownForm = (to: string): Html =>
  html`<form method="post" action="/send" class="card fields">
    <input type="hidden" name="document" value="own" />
    <label>Request address<input name="to" type="email" required value="${to}" /></label>
    <label
      >External id of the property<input
        name="externalId"
        maxlength="50"
        value="${EXAMPLE_CONTENT.externalId}"
    /></label>
    <label
      >Title of the property<input name="title" maxlength="200" value="${EXAMPLE_CONTENT.title}"
    /></label>
    <label>First name<input name="firstName" value="${EXAMPLE_CONTENT.firstName}" /></label>
    <label>Last name<input name="lastName" required value="${EXAMPLE_CONTENT.lastName}" /></label>
    <label>E-mail<input name="email" type="email" value="${EXAMPLE_CONTENT.email}" /></label>
    <label>Phone<input name="phone" value="${EXAMPLE_CONTENT.phone}" /></label>
    <label class="wide">Message<textarea name="message" rows="4">${EXAMPLE_CONTENT.message}</textarea></label>
    <div class="wide"><button>Send this inquiry</button></div>
  </form>`;

export interface Mails {
  sent: readonly SentMail[];
  received: readonly ReceivedMail[];
}

/** The page with prepared emails, a form for a new one, the sent emails, and those of the service to customers. */
export function mailDropPage({ sent, received }: Mails, given: { to?: string; externalId?: string }): string {
  const to = given.to ?? sent.at(-1)?.to ?? '';
  const externalId = given.externalId ?? EXAMPLE_CONTENT.externalId;
  const none = html`<div class="card empty">
    Nothing has been sent yet. The request address of a target is its <code>emailId</code> before the domain.
  </div>`;
  const noneReceived = html`<div class="card empty">
    Nothing has been received yet. The service sends an email when a webhook or a target of an account with an
    address fails.
  </div>`;
  const body = html`<style>
      ${STYLE}
    </style>
    <h2>Send a prepared email</h2>
    ${readyForm(to, externalId)}
    <p></p>
    ${table(READY_DOCUMENTS.map(readyRow), ['Prepared email', 'Expected result', ''])}
    <h2>Write an inquiry</h2>
    ${ownForm(to)}
    <h2>Sent <span class="badge">${sent.length}</span></h2>
    ${sent.length === 0 ? none : table(sent.slice(-SHOWN).toReversed().map(sentRow), SENT_HEADINGS)}
    <h2>Received <span class="badge">${received.length}</span></h2>
    ${
      received.length === 0
        ? noneReceived
        : table(received.slice(-SHOWN).toReversed().map(receivedRow), RECEIVED_HEADINGS)
    }`;
  return page({
    title: 'Mail drop',
    subtitle: 'sends emails of platforms to the inbox, and receives emails of the service to customers',
    body,
  });
}
