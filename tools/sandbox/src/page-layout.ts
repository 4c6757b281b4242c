import { Html, html } from './html.ts';

const STYLE = new Html(`
:root { color-scheme: light dark; --ground:#f6f7f9; --card:#fff; --ink:#1a2230; --soft:#566175; --line:#dde2ea;
  --accent:#1f5fbf; --good:#176a3a; --good-ground:#e0f3e7; --bad:#a32020; --bad-ground:#fbe5e4; --code:#f1f3f7; }
@media (prefers-color-scheme: dark) { :root { --ground:#12161d; --card:#1b212b; --ink:#e8ecf3; --soft:#a3aec0;
  --line:#2f3846; --accent:#8db8ff; --good:#7fdca4; --good-ground:#16361f; --bad:#ff9d97; --bad-ground:#431d1d; --code:#141921; } }
* { box-sizing:border-box }
body { margin:0; background:var(--ground); color:var(--ink); font:15px/1.5 system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif }
header { background:var(--card); border-bottom:1px solid var(--line) }
header div, main { max-width:1200px; margin:0 auto; padding:0 24px }
header div { padding-top:16px; padding-bottom:16px; display:flex; align-items:baseline; gap:16px; flex-wrap:wrap }
h1 { font-size:20px; margin:0 } h1 a { color:inherit; text-decoration:none }
h2 { font-size:18px; margin:32px 0 12px } h3 { font-size:15px; margin:24px 0 8px }
a { color:var(--accent) } p { margin:8px 0 } main { padding-bottom:64px } header + main { padding-top:8px }
.soft { color:var(--soft) } .small { font-size:13px } .number { text-align:right; font-variant-numeric:tabular-nums; white-space:nowrap }
.card { background:var(--card); border:1px solid var(--line); border-radius:10px; overflow:hidden }
.grid { display:grid; gap:16px; grid-template-columns:repeat(auto-fill, minmax(255px, 1fr)) }
.tile img { width:100%; aspect-ratio:4/3; object-fit:cover; display:block; background:var(--code) }
.tile .text { padding:12px 14px 14px } .tile strong { display:block; line-height:1.35 }
.tile .facts { display:flex; gap:2px 14px; flex-wrap:wrap; margin:6px 0; font-variant-numeric:tabular-nums }
.tile a.cover { color:inherit; text-decoration:none; display:block } .tile a.cover:hover strong { color:var(--accent) }
.no-picture { aspect-ratio:4/3; display:grid; place-items:center; background:var(--code); color:var(--soft) }
.scroll { overflow-x:auto } table { border-collapse:collapse; width:100% }
th { text-align:left; font-weight:600; color:var(--soft); font-size:13px } th.number { text-align:right }
th, td { padding:8px 12px; border-bottom:1px solid var(--line); vertical-align:top } tr:last-child td { border-bottom:0 }
td.name { overflow-wrap:anywhere } td.time { white-space:nowrap; font-variant-numeric:tabular-nums }
.badge { display:inline-block; padding:1px 9px; border-radius:99px; font-size:13px; font-weight:600; background:var(--code); color:var(--soft); white-space:nowrap }
.badge.good { color:var(--good); background:var(--good-ground) } .badge.bad { color:var(--bad); background:var(--bad-ground) }
table.pairs tr:not(.more) td { border-bottom:0; padding-bottom:0 } tr.more td { padding-top:2px }
.reason { color:var(--bad) } code, pre { font:13px/1.5 ui-monospace, 'DejaVu Sans Mono', monospace }
pre { margin:0; padding:12px 14px; background:var(--code); overflow:auto; max-height:560px; white-space:pre-wrap; overflow-wrap:anywhere }
summary { cursor:pointer; color:var(--accent) } details pre { margin-top:8px; border-radius:6px }
.empty { padding:20px; color:var(--soft) }
.pictures { display:grid; gap:12px; grid-template-columns:repeat(auto-fill, minmax(220px, 1fr)) } .pictures figure { margin:0 }
.pictures img { width:100%; aspect-ratio:4/3; object-fit:cover; display:block } figcaption { padding:8px 12px; font-size:13px }
`);

/** The content security policy of every page: nothing is fetched from other hosts. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src 'self'; connect-src 'self'";

/** Polls `/api/version` every two seconds and replaces the page's content after a change; open details stay open. */
const liveScript = (version: number): Html =>
  new Html(`<script>
let seen = ${version};
async function look() {
  const { version } = await (await fetch('/api/version')).json();
  if (version === seen) return;
  const text = await (await fetch(location.href)).text();
  const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
  document.querySelectorAll('details[open][id]').forEach((old) => {
    const same = fresh.querySelector('#' + CSS.escape(old.id));
    if (same) same.open = true;
  });
  document.querySelector('main').replaceWith(fresh);
  seen = version;
}
setInterval(() => look().catch(() => {}), 2000);
</script>`);

/** The heading of a column of numbers. */
export const numbers = (title: string): Html => html`<th class="number">${title}</th>`;

/** Rows in a card that scrolls sideways, below the headings of their columns. */
export const table = (rows: readonly Html[], headings: readonly (Html | string)[] = [], style = ''): Html =>
  html`<div class="card scroll">
    <table class="${style}">
      <tr>
        ${headings.map((heading) => (heading instanceof Html ? heading : html`<th>${heading}</th>`))}
      </tr>
      ${rows}
    </table>
  </div>`;

export interface Page {
  title: string;
  subtitle: string;
  body: Html;
  /** The current version of the content; if given, the page follows changes by itself. */
  liveVersion?: number;
}

/** A whole page in the sandbox's style, light or dark by the preference of the user's system. */
export function page({ title, subtitle, body, liveVersion }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <header>
          <div>
            <h1><a href="/">${title}</a></h1>
            <span class="soft">${subtitle}</span>
          </div>
        </header>
        <main>${body}</main>
        ${liveVersion === undefined ? undefined : liveScript(liveVersion)}
      </body>
    </html>`.text;
}
