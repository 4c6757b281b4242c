/** `import-sources` as the name of a class: `ImportSources`. */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** `import-sources` as the name of a function or a field: `importSources`. */
export const camel = (name: string): string => pascal(name).replace(/^\w/, (first) => first.toLowerCase());
