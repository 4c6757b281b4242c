declare module 'ftp-srv/src/commands/registry.js' {
  /** By the name of the command. */
  const commands: Record<string, object>;
  export default commands;
}
