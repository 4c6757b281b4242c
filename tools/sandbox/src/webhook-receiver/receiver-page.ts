import { formatTime } from '../format.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { page } from '../page-layout.ts';
import type { Delivery } from './delivery-log.ts';

const SHOWN = 200;

const BADGES = { valid: 'good', invalid: 'bad', 'no key': '' } as const;

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body; // shown as it came
  }
}

function row(delivery: Delivery): Html {
  const { number, signature, reason, headers } = delivery;
  return html`<tr>
      <td class="time">${formatTime(delivery.at)}</td>
      <td>${delivery.name}</td>
      <td>
        ${delivery.eventName ?? '–'}
        ${delivery.duplicate ? html`<span class="badge">duplicate</span>` : undefined}
      </td>
      <td class="name"><code>${delivery.eventId ?? '–'}</code></td>
      <td>
        <span class="badge ${BADGES[signature]}">${signature}</span>
        <span class="small reason">${reason}</span>
      </td>
      <td class="number">${headers['webhook-attempt'] ?? '–'}</td>
    </tr>
    <tr class="more">
      <td colspan="6">
        <details id="delivery-${number}">
          <summary>Body</summary>
          <pre>${pretty(delivery.body)}</pre>
        </details>
      </td>
    </tr>`;
}

/** The page that shows the newest deliveries first and follows new ones by itself. */
export function receiverPage(deliveries: readonly Delivery[], hookUrl: string): string {
  const table = html`<div class="card scroll">
    <table class="pairs">
      <tr>
        <th>Time (UTC)</th>
        <th>Hook</th>
        <th>Event</th>
        <th>Event id</th>
        <th>Signature</th>
        <th class="number">Attempt</th>
      </tr>
      ${deliveries.slice(-SHOWN).toReversed().map(row)}
    </table>
  </div>`;
  const empty = html`<div class="card empty">
    Nothing has arrived yet. Register <code>${hookUrl}</code> as the URL of a webhook.
  </div>`;
  const body = html`<h2>Deliveries <span class="badge">${deliveries.length}</span></h2>
    ${deliveries.length === 0 ? empty : table}`;
  const subtitle = `takes events at ${hookUrl}`;
  return page({ title: 'Webhook receiver', subtitle, body, liveVersion: deliveries.length });
}
