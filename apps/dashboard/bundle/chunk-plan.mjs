// This plan says which scripts of the bundle are joined. By default the bundler makes one script for each set of pages that share it: many
// small ones, and on a slow network each six of them cost a round trip.
import { gzipSync } from 'node:zlib';

/** A page may load so many compressed bytes in vain so that it makes one request less. */
const REQUEST_BYTES = 3000;
/** One page may load so many compressed bytes in vain altogether. */
export const IN_VAIN_MAX_BYTES = 8000;

/** Two scripts of this size arrive earlier than one of twice the size: each connection begins slowly. */
const JOINED_MAX_BYTES = 120_000;

/** The beginnings of the two apps; everything else of an app is loaded on demand. */
const APPS = [['/index.html', '/src/main.tsx'], ['/operator.html']];

/**
 * The name of the joined script for each module that several pages share, made from a bundle without joined scripts. Scripts are joined in
 * pairs, the pair first that saves most, while pages save more by requests than they lose by bytes that they do not need.
 */
export function chunkPlan(output) {
  const chunks = output.filter(({ type }) => type === 'chunk');
  const views = viewsOf(chunks);
  const scripts = scriptsOf(chunks, views);
  const shared = scripts.filter(({ isShared }) => isShared);
  let pairs = shared.flatMap((one, index) => shared.slice(index + 1).map((other) => pairOf(one, other)));
  for (;;) {
    pairs.sort((a, b) => b.saved - a.saved);
    const best = pairs.find((pair) => isGood(pair, views));
    if (!best) break;
    const { one, other } = best;
    join(best, { scripts, views });
    shared.splice(shared.indexOf(other), 1);
    pairs = pairs.filter(
      (pair) => ![pair.one, pair.other].some((script) => script === one || script === other),
    );
    pairs.push(...shared.filter((script) => script !== one).map((script) => pairOf(one, script)));
  }
  return new Map(shared.flatMap(({ name, modules }) => modules.map((id) => [id, name])));
}

/** Everything that is reached, the first ones included. */
function reached(from, next, seen = new Set()) {
  for (const one of from) {
    if (seen.has(one)) continue;
    seen.add(one);
    reached(next(one), next, seen);
  }
  return seen;
}

/** The scripts that are loaded for each page, and for each part of a page that is loaded on demand. */
function viewsOf(chunks) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = (files) => files.flatMap((file) => byFile.get(file) ?? []);
  const imported = (chunk) => found(chunk.imports);
  return APPS.flatMap((modules, app) => {
    const begins = modules.map((end) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end)));
    if (begins.includes(undefined)) throw new Error(`the bundle has no ${modules.join(' and ')}`);
    const start = reached(begins, imported);
    const all = reached(begins, (chunk) => [...imported(chunk), ...found(chunk.dynamicImports)]);
    const parts = [...all].filter(({ isDynamicEntry }) => isDynamicEntry);
    const first = reached([begins[0]], imported);
    const loaded = (part) => new Set([...start, ...reached([part], imported)]);
    return parts.map((part) => ({ app, first, loaded: loaded(part), bytesInVain: 0 }));
  });
}

function scriptsOf(chunks, views) {
  const scripts = new Map(
    chunks.map((chunk) => [
      chunk.fileName,
      {
        name: chunk.name,
        modules: chunk.moduleIds,
        bytes: gzipSync(chunk.code).length,
        isShared: !chunk.isEntry && !chunk.isDynamicEntry,
        /** For each view, whether it loads the script. */
        loads: views.map(({ loaded }) => loaded.has(chunk)),
        /** The first script waits for it, which begins to read the session. */
        isFirst: views.some(({ app, first }) => app === 0 && first.has(chunk)),
        isOfCustomers: views.some(({ app, loaded }) => app === 0 && loaded.has(chunk)),
        imports: new Set(),
      },
    ]),
  );
  for (const { fileName, imports } of chunks)
    for (const file of imports) if (scripts.has(file)) scripts.get(fileName).imports.add(scripts.get(file));
  return [...scripts.values()];
}

const imported = ({ imports }) => imports;

function pairOf(one, other) {
  const more = moreBytes(one, other);
  const requests = one.loads.filter((isLoaded, view) => isLoaded && other.loads[view]).length;
  return { one, other, saved: requests * REQUEST_BYTES - more.reduce((sum, bytes) => sum + bytes, 0) };
}

/** The bytes that each view would load in vain if the two were joined, with their imports. */
function moreBytes(one, other) {
  const [ofOne, ofOther] = [reached([one], imported), reached([other], imported)];
  const [onlyOne, onlyOther] = [withoutThose(ofOne, ofOther), withoutThose(ofOther, ofOne)];
  return one.loads.map((isLoaded, view) => {
    if (isLoaded === other.loads[view]) return 0;
    const missing = (isLoaded ? onlyOther : onlyOne).filter(({ loads }) => !loads[view]);
    return missing.reduce((sum, { bytes }) => sum + bytes, (missing.length - 1) * REQUEST_BYTES);
  });
}

const withoutThose = (scripts, others) => [...scripts].filter((script) => !others.has(script));

/** No page of customers loads anything that only the console needs. */
function isGood({ one, other, saved }, views) {
  if (saved <= 0 || one.isOfCustomers !== other.isOfCustomers || isCircular(one, other)) return false;
  if (one.isFirst !== other.isFirst || one.bytes + other.bytes > JOINED_MAX_BYTES) return false;
  const more = moreBytes(one, other);
  const isInBounds = views.every(
    ({ bytesInVain }, view) => more[view] === 0 || bytesInVain + more[view] <= IN_VAIN_MAX_BYTES,
  );
  // A script that one of them imports may have been joined since the pair was made.
  return isInBounds && pairOf(one, other).saved > 0;
}

/** True if another script is imported by one of the two and imports the other: joined, they would import each other in a circle. */
function isCircular(one, other) {
  const outside = [...one.imports, ...other.imports].filter((script) => script !== one && script !== other);
  const all = reached(outside, imported);
  return all.has(one) || all.has(other);
}

/** The first script becomes both. */
function join({ one, other }, { scripts, views }) {
  const all = reached([one, other], imported);
  for (const [view, bytes] of moreBytes(one, other).entries()) {
    views[view].bytesInVain += bytes;
    if (bytes > 0) for (const script of all) script.loads[view] = true;
  }
  one.loads = one.loads.map((isLoaded, view) => isLoaded || other.loads[view]);
  one.name = one.bytes < other.bytes ? other.name : one.name;
  one.modules = [...one.modules, ...other.modules];
  one.bytes += other.bytes;
  for (const script of other.imports) one.imports.add(script);
  for (const { imports } of scripts) if (imports.delete(other)) imports.add(one);
  one.imports.delete(one);
  scripts.splice(scripts.indexOf(other), 1);
}
