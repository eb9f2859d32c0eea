export function logFailure(what: string, cause: unknown) {
  // biome-ignore lint/suspicious/noConsole: the console is the only log a browser has.
  console.warn(what, cause)
}
