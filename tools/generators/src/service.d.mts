interface Tree {
  exists(path: string): boolean;
  read(path: string, encoding: 'utf8'): string | null;
  write(path: string, text: string): void;
}

export function service(tree: Tree, options: { name: string }): unknown;
