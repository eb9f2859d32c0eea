import { ConfigError } from '@app/config'

/** Runs a start file. Faults of the configuration are told in plain words, every other one with its trace; exit code 1. */
export async function start(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${text}\n`)
    process.exit(1)
  }
}
