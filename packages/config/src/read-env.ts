import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/** Why a process refuses to start: one line for each variable that is missing or unfit. Holds names, never values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(faults: readonly string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
  }
}

type Source = Record<string, string | undefined>

/** `NAME`, else the content of the file that `NAME_FILE` points to (as secret stores mount them), else nothing. */
function valueIn(name: string, source: Source, faults: string[]): string | undefined {
  const value = source[name]
  const file = source[`${name}_FILE`]
  if (!file) return value || undefined
  if (value) {
    faults.push(`${name}: set either ${name} or ${name}_FILE, not both`)
    return undefined
  }
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    faults.push(`${name}: the file named by ${name}_FILE cannot be read`)
    return undefined
  }
}

/**
 * Reads the variables that `schema` names. An empty value counts as missing.
 * @throws ConfigError naming every fault at once
 */
export function readEnv<const Schema extends v.GenericSchema & { entries: v.ObjectEntries }>(
  schema: Schema,
  source: Source,
): v.InferOutput<Schema> {
  const faults: string[] = []
  const values = Object.fromEntries(Object.keys(schema.entries).map((name) => [name, valueIn(name, source, faults)]))
  const result = v.safeParse(schema, values)
  const named = new Set(faults.map((fault) => fault.split(':')[0]))
  for (const issue of result.issues ?? []) {
    const name = String(issue.path?.[0]?.key)
    if (named.has(name)) continue
    named.add(name)
    faults.push(`${name}: ${values[name] === undefined ? 'is missing' : issue.message}`)
  }
  if (faults.length > 0 || !result.success) throw new ConfigError(faults)
  return result.output
}
