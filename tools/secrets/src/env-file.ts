import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Replaces a file atomically: readers see the old content or the new, never a part. */
export function replaceFile(path: string, content: string, mode = 0o600): void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, content, { mode })
  renameSync(draft, path)
}

export type Variables = Record<string, string>

/** A variable and the comment that is written above it. */
export type EnvEntry = { name: string; value: string; about: string }

export function readEnvFile(path: string): Variables {
  if (!existsSync(path)) return {}
  return parseEnv(readFileSync(path, 'utf8')) as Variables
}

const plain = /^[A-Za-z0-9_@.,:/-]*$/

/** Single quotes are literal to both our parser and Docker Compose. */
function assignment(name: string, value: string): string {
  if (/['\n\r]/.test(value))
    throw new Error(`The value of ${name} cannot be written to an env file: it contains a quote or a line break`)
  return `${name}=${plain.test(value) ? value : `'${value}'`}`
}

const print = ({ name, value, about }: EnvEntry) => `# ${about}\n${assignment(name, value)}\n`

/** Replaces values in place. @throws when the file has no such variable */
export function changeInEnvFile(path: string, values: Variables): void {
  const lines = readFileSync(path, 'utf8').split('\n')
  for (const [name, value] of Object.entries(values)) {
    const at = lines.findLastIndex((line) => line.startsWith(`${name}=`))
    if (at < 0) throw new Error(`${name} is not in ${path}`)
    lines[at] = assignment(name, value)
  }
  replaceFile(path, lines.join('\n'))
}

const heading = `# Written by \`make\`, for this machine only: keep it out of version control.
# Environment variables override these. .env.example lists all variables.

`

/** Appends entries; existing lines stay unchanged. Only the owner may read the file. */
export function addToEnvFile(path: string, entries: readonly EnvEntry[]): void {
  if (entries.length === 0) return
  const before = existsSync(path) ? readFileSync(path, 'utf8').replace(/([^\n])$/, '$1\n') : heading
  replaceFile(path, before + entries.map(print).join(''))
}
