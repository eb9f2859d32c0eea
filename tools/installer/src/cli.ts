import { createMachine } from './machine'
import { messageOf } from './message-of'
import { ensurePrograms, type SystemProgram } from './system-packages'

/**
 * Makes sure that programs are installed, or names the command that installs them.
 *
 *   bun tools/installer/src/cli.ts wrk
 */
const known: Record<string, SystemProgram> = { wrk: { program: 'wrk', apt: 'wrk', brew: 'wrk' } }

try {
  const wanted = process.argv.slice(2).map((name) => {
    const program = known[name]
    if (!program) throw new Error(`Unknown program ${name}; known: ${Object.keys(known).join(', ')}`)
    return program
  })
  await ensurePrograms(wanted, createMachine(process.env), (line) => process.stderr.write(`${line}\n`))
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}
