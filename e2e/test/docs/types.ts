import { join } from 'node:path';
import ts from 'typescript';

/** What the compiler says about files, as strictly as about the project's own ones. */
export function typeErrorsOf(files: readonly string[], root: string): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.parseJsonConfigFileContent(
    {
      ...config,
      compilerOptions: { ...config.compilerOptions, typeRoots: [join(root, 'node_modules/@types')] },
    },
    ts.sys,
    root,
  );
  const program = ts.createProgram([...files], options);
  // What they import is checked with the project.
  const found = files.flatMap((name) => {
    const source = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  return found.map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName ?? ''}:${String(line)} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
