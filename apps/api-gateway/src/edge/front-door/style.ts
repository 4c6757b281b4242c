import { createHash } from 'node:crypto';

/** The style of the page; its colours are those of the dashboard. */
export const STYLE = `
:root { color-scheme:light dark; --ground:#f5f7f8; --card:#fff; --ink:#1b252c; --soft:#52606d; --line:#dde3e7; --link:#0f5b64;
  --deep:#14636c; --tint:#e4f1f2 }
@media (prefers-color-scheme:dark) { :root { --ground:#11171b; --card:#182026; --ink:#e3e9ed; --soft:#a9b5bf; --line:#2d3942;
  --link:#7ed3dc; --deep:#1a818c; --tint:#16313a } }
* { box-sizing:border-box }
body { margin:0; background:var(--ground); color:var(--ink);
  font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif }
header, main, footer { max-width:1080px; margin:0 auto; padding:0 20px }
header { padding-top:20px; display:flex; gap:10px; align-items:center; font-weight:650 }
header svg { width:28px; height:28px; flex:none }
h1 { font-size:clamp(1.6rem,1.1rem + 2.2vw,2.5rem); line-height:1.15; letter-spacing:-.015em; margin:32px 0 12px; max-width:22em }
h2 { font-size:1.125rem; margin:36px 0 12px }
p { margin:0 } .lead { color:var(--soft); font-size:1.0625rem; max-width:46em }
ul, ol { list-style:none; margin:0; padding:0 }
.way { display:grid; gap:32px; margin-top:28px; grid-template-columns:1fr 1.5fr 1fr }
.way > li { position:relative; background:var(--card); border:1px solid var(--line); border-radius:12px; padding:16px 18px }
.way > li + li::before { content:"→"; position:absolute; left:-26px; top:50%; translate:0 -50%; color:var(--deep); font-size:20px }
.way h2 { font-size:1rem; margin:0 0 6px } .way p { color:var(--soft); font-size:.9375rem }
.way .own { border-color:var(--deep); border-width:2px }
.services { display:grid; grid-template-columns:1fr 1fr; gap:8px; margin-top:10px }
.services li { background:var(--tint); border-radius:8px; padding:8px 10px; font-size:.875rem; line-height:1.4 }
.services li:last-child:nth-child(odd) { grid-column:1/-1 }
.services strong { display:block }
.way .back { margin-top:12px; padding-top:12px; border-top:1px solid var(--line) } .back::before { content:"← "; color:var(--deep) }
.doors { display:grid; gap:14px; grid-template-columns:repeat(auto-fill,minmax(min(100%,230px),1fr)) }
.doors a { display:block; height:100%; background:var(--card); border:1px solid var(--line); border-radius:12px; padding:14px 16px;
  color:inherit; text-decoration:none }
.doors a:hover { border-color:var(--link) } .doors strong { display:block; color:var(--link) }
.doors span { color:var(--soft); font-size:.9375rem; overflow-wrap:anywhere }
.doors .first a { background:var(--deep); border-color:var(--deep) } .doors .first :is(strong,span) { color:#fff }
:focus-visible { outline:2px solid var(--link); outline-offset:3px }
footer { color:var(--soft); font-size:.875rem; padding-top:40px; padding-bottom:40px }
@media (max-width:820px) { .way { grid-template-columns:1fr } .way > li + li::before { content:"↓"; left:50%; top:-17px; translate:-50% -50% } }
@media (prefers-reduced-motion:no-preference) { .doors a { transition:border-color .15s } }
`;

/** Allows no script, nothing from other hosts, and only this style. */
export const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
