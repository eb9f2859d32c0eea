import { edgeVariables } from '../../../nginx/settings'
import type { Variables } from './env-file'
import { knownVariables } from './service-parts'

export const defaultPort = 8080

const ofTheEdge = new Set<string>(['PORT', 'TLS_PORT', ...edgeVariables])

/** What somebody set by hand for the product, as far as it concerns the product. */
export function givenVariables(environment: Record<string, string | undefined>): Variables {
  const known = (name: string) => ofTheEdge.has(name) || knownVariables.has(name.replace(/_FILE$/, ''))
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value && known(name) ? [[name, value]] : [])),
  )
}

/** The later wins. A variable given as `NAME` and elsewhere as `NAME_FILE` is one variable. */
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

export function portOf(variables: Variables, name: 'PORT' | 'TLS_PORT' = 'PORT'): number | undefined {
  const text = variables[name]
  if (text === undefined) return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${name} must be a number from 1 to 65535, not ${text}`)
  return port
}
