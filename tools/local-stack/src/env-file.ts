import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { writeWhole } from './write-whole'

export type Variables = Record<string, string>

/** A variable to write, with the line above it that says what it is. */
export type EnvEntry = { name: string; value: string; about: string }

export function readEnvFile(path: string): Variables {
  if (!existsSync(path)) return {}
  return parseEnv(readFileSync(path, 'utf8')) as Variables
}

const plain = /^[A-Za-z0-9_@.,:/-]*$/

/** In single quotes nothing is special, neither to our reader nor to Docker Compose. */
function assignment(name: string, value: string): string {
  if (/['\n\r]/.test(value)) throw new Error(`The value of ${name} cannot be written to an env file`)
  return `${name}=${plain.test(value) ? value : `'${value}'`}`
}

const print = ({ name, value, about }: EnvEntry) => `# ${about}\n${assignment(name, value)}\n`

/** Gives variables of the file new values in their places. @throws when one does not stand there */
export function changeInEnvFile(path: string, values: Variables): void {
  const lines = readFileSync(path, 'utf8').split('\n')
  for (const [name, value] of Object.entries(values)) {
    const at = lines.findLastIndex((line) => line.startsWith(`${name}=`))
    if (at < 0) throw new Error(`${name} does not stand in ${path}`)
    lines[at] = assignment(name, value)
  }
  writeWhole(path, lines.join('\n'))
}

const heading = `# Written by the first \`make up\`, for this machine alone: keep it out of version control.
# Variables of the environment win over these. .env.example lists all there are.

`

/** Adds what is missing at the end; what stands there already is left as it is. Only its owner may read the file. */
export function addToEnvFile(path: string, entries: readonly EnvEntry[]): void {
  if (entries.length === 0) return
  const before = existsSync(path) ? readFileSync(path, 'utf8').replace(/([^\n])$/, '$1\n') : heading
  writeWhole(path, before + entries.map(print).join(''))
}
