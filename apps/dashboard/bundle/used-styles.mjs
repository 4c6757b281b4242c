// The styles of the components that the dashboard uses, in the place of those of all components of Mantine.
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const ALL = /@mantine\/core\/styles\.css$/;
/** Maps the names of the classes of a component; it is part of a bundle that contains the component. */
const CLASSES = /\/(\w+)\.module\.mjs$/;
/** Styles of no component. */
const COMMON = ['baseline', 'default-css-variables', 'global'];

/** Takes the components from a bundle that was made before. */
export function usedStyles(output) {
  const ids = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const ofMantine = ids.filter((id) => id.includes('@mantine/core/'));
  const used = new Set(ofMantine.flatMap((id) => CLASSES.exec(id)?.[1] ?? []));
  if (used.size === 0) throw new Error('the bundle has no component of Mantine');
  return {
    name: 'used-styles',
    enforce: 'pre',
    load: {
      filter: { id: ALL },
      handler: (id) => inOrder(readFileSync(id, 'utf8'), [...COMMON, ...used].map(fileIn(dirname(id)))),
    },
  };
}

const fileIn = (folder) => (name) => join(folder, 'styles', `${name}.css`);

/** Styles of a component override those of its parts, which are before it in the file of all styles. */
function inOrder(all, files) {
  const parts = files.map((file) => {
    const text = readFileSync(file, 'utf8').trim();
    const place = all.indexOf(text);
    if (place === -1) throw new Error(`${basename(file)} is not in the file of all styles`);
    return { text, place };
  });
  return parts
    .sort((one, other) => one.place - other.place)
    .map(({ text }) => text)
    .join('\n');
}
