/** `VirtualTour` for `virtual-tour`. */
export const pascalCase = (name) => name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());

/** `virtualTour` for `virtual-tour`. */
export const camelCase = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Replaces a required part of a file. */
export function replaceOnce(tree, path, [found, replacement]) {
  const text = tree.read(path, 'utf8');
  if (!text.includes(found)) throw new Error(`${path} has no ${JSON.stringify(found)}`);
  tree.write(path, text.replace(found, replacement));
}
