import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { productionErrors } from './production'

/** Why a process refuses to start, in one line. `problems`: one for each missing or invalid variable, with names, never values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`refuses its settings: ${problems.join('; ')}`)
    this.problems = problems
  }
}

type Source = Record<string, string | undefined>

/** `NAME`, else the content of the file named by `NAME_FILE` (as secret stores mount them), else `undefined`. */
function valueIn(name: string, source: Source, problems: string[]): string | undefined {
  const value = source[name]
  const file = source[`${name}_FILE`]
  if (!file) return value || undefined
  if (value) {
    problems.push(`${name}: set either ${name} or ${name}_FILE, not both`)
    return undefined
  }
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    problems.push(`${name}: the file named by ${name}_FILE cannot be read`)
    return undefined
  }
}

/**
 * Reads the variables of `schema`. An empty value counts as missing.
 * @throws ConfigError listing every problem at once
 */
export function readEnv<const Schema extends v.GenericSchema & { entries: v.ObjectEntries }>(
  schema: Schema,
  source: Source,
): v.InferOutput<Schema> {
  const problems: string[] = []
  const values = Object.fromEntries(Object.keys(schema.entries).map((name) => [name, valueIn(name, source, problems)]))
  const result = v.safeParse(schema, values)
  const named = new Set(problems.map((problem) => problem.split(':')[0]))
  for (const issue of result.issues ?? []) {
    const name = String(issue.path?.[0]?.key)
    if (named.has(name)) continue
    named.add(name)
    problems.push(`${name}: ${values[name] === undefined ? 'is missing' : issue.message}`)
  }
  if ('DEPLOYMENT' in values && values['DEPLOYMENT'] !== 'development')
    problems.push(...productionErrors(values).filter((problem) => !named.has(problem.split(':')[0])))
  if (problems.length > 0 || !result.success) throw new ConfigError(problems)
  return result.output
}
