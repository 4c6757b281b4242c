/** `virtual-tour` → `VirtualTour`. */
export const pascalCase = (name) => name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());

/** `virtual-tour` → `virtualTour`. */
export const camelCase = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Replaces a part of a file that must be there. */
export function replaceOnce(tree, path, [found, replacement]) {
  const text = tree.read(path, 'utf8');
  if (!text.includes(found)) throw new Error(`${path} has no ${JSON.stringify(found)}`);
  tree.write(path, text.replace(found, replacement));
}
