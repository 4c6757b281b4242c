import { formatTime } from '../format.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { numbers, page, table } from '../page-layout.ts';
import type { Delivery } from './delivery-log.ts';

const SHOWN = 200;
const LISTED = 20;
const HEADINGS = [
  ...['Time (UTC)', 'Hook', 'Event', 'Event id', 'Signature'],
  numbers('Sequence'),
  numbers('Attempt'),
];

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
        ${delivery.test ? html`<span class="badge">test</span>` : undefined}
      </td>
      <td class="name"><code>${delivery.eventId ?? '–'}</code></td>
      <td>
        <span class="badge ${BADGES[signature]}">${signature}</span>
        <span class="small reason">${reason}</span>
      </td>
      <td class="number">${delivery.sequence ?? '–'}</td>
      <td class="number">${headers['webhook-attempt'] ?? '–'}</td>
    </tr>
    <tr class="more">
      <td colspan="7">
        <details id="delivery-${number}">
          <summary>Body</summary>
          <pre>${pretty(delivery.body)}</pre>
        </details>
      </td>
    </tr>`;
}

/** The first missing numbers of each hook, below its highest one. */
function missingSequences(deliveries: readonly Delivery[]): Map<string, number[]> {
  const seen = new Map<string, Set<number>>();
  for (const { name, sequence } of deliveries) {
    if (sequence === undefined) continue;
    seen.set(name, (seen.get(name) ?? new Set()).add(sequence));
  }
  const gaps = [...seen].map(([name, numbers]): [string, number[]] => [name, gapsIn(numbers)]);
  return new Map(gaps.filter(([, numbers]) => numbers.length > 0));
}

/** The gaps, at most as many as are shown: a sender may claim any number. */
function gapsIn(numbers: ReadonlySet<number>): number[] {
  const gaps: number[] = [];
  const last = Math.max(...numbers);
  for (let number = Math.min(...numbers); number < last && gaps.length < LISTED; number += 1)
    if (!numbers.has(number)) gaps.push(number);
  return gaps;
}

function missing(deliveries: readonly Delivery[]): readonly Html[] {
  return [...missingSequences(deliveries)].map(
    ([name, numbers]) => html`<p class="small reason">${name}: missing: ${numbers.join(', ')}</p>`,
  );
}

/** The page with the newest deliveries first, which follows new ones by itself. */
export function receiverPage(deliveries: readonly Delivery[], hookUrl: string): string {
  const empty = html`<div class="card empty">
    Nothing has arrived yet. Register <code>${hookUrl}</code> as the URL of a webhook.
  </div>`;
  const body = html`<h2>Deliveries <span class="badge">${deliveries.length}</span></h2>
    ${missing(deliveries)}
    ${deliveries.length === 0 ? empty : table(deliveries.slice(-SHOWN).toReversed().map(row), HEADINGS, 'pairs')}`;
  const subtitle = `receives events at ${hookUrl}`;
  return page({ title: 'Webhook receiver', subtitle, body, liveVersion: deliveries.length });
}
