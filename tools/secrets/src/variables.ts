import { existsSync, readFileSync } from 'node:fs'
import { type EnvEntry, readEnvFile, type Variables } from './env-file'
import { missingSecrets } from './generate-secrets'

/** Where variables come from: the env file, and what was set for this run. */
export type VariableSources = { envFile: string; given: Variables }

/** The value of a variable, or the content of the file that `NAME_FILE` points to. */
export function givenValue(name: string, variables: Variables): string | undefined {
  const file = variables[`${name}_FILE`]
  if (variables[name] !== undefined || !file) return variables[name]
  if (!existsSync(file)) throw new Error(`${name}_FILE names a file that does not exist: ${file}`)
  return readFileSync(file, 'utf8').trim()
}

/** Later sources win. `NAME` and `NAME_FILE` are the same variable. */
export function mergeVariables(...sources: Variables[]): Variables {
  const merged: Variables = {}
  for (const source of sources) {
    for (const [name, value] of Object.entries(source)) {
      delete merged[name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`]
      merged[name] = value
    }
  }
  return merged
}

/** The env file, overridden by what was set for this run. */
export const readVariables = ({ envFile, given }: VariableSources): Variables =>
  mergeVariables(readEnvFile(envFile), given)

/** Entries the env file lacks, so that later starts use the same values. */
export async function missingEntries(sources: VariableSources): Promise<EnvEntry[]> {
  const missing: EnvEntry[] = await missingSecrets(readVariables(sources))
  const { PORT } = sources.given
  if (PORT && !existsSync(sources.envFile)) missing.push({ name: 'PORT', value: PORT, about: 'Port of the site' })
  return missing
}
