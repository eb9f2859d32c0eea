import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { settingsIn } from '@app/containers/compose-project'
import { editDistance } from '@app/contracts/edit-distance'
import { root } from '@app/installer/checkout'
import type { Variables } from '@app/secrets/env-file'
import { deploymentVariables } from './deployment-variables'
import { processes } from './process-errors'

const read = (file: string) => {
  const path = resolve(root, file)
  return file && existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** Variables that something reads: those of .env.example, of the processes, and of the Compose files in use. */
function knownNames({ COMPOSE_FILE = '' }: Variables, names: readonly string[]): Set<string> {
  const listed = Array.from(read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm), ([, name = '']) => name)
  const ofProcesses = Object.values(processes).flatMap(({ entries }) => Object.keys(entries))
  const inFiles = settingsIn(COMPOSE_FILE.split(':').map(read), Object.fromEntries(names.map((name) => [name, 'set'])))
  return new Set([...listed, ...ofProcesses, ...Object.keys(deploymentVariables), ...Object.keys(inFiles)])
}

/** A letter for three is a slip, more is another word. */
const isLike = (name: string, other: string) => editDistance(name, other) <= Math.max(1, Math.floor(name.length / 3))

/** A line for each variable of the env file that nothing reads, with the one that may be meant. */
export function unknownVariables(variables: Variables): string[] {
  const names = Object.keys(variables)
  const known = knownNames(variables, names)
  return names
    .filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')))
    .map((name) => {
      const [likely] = [...known].toSorted((one, other) => editDistance(name, one) - editDistance(name, other))
      return `${name}: nothing reads this variable${likely && isLike(name, likely) ? `; is ${likely} meant?` : ''}`
    })
}
