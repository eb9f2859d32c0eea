import type { Variables } from '@app/secrets/env-file'
import { edgeVariables } from '../../../nginx/settings'
import { knownVariables } from './service-processes'

export const defaultPort = 8080

const edgeNames = new Set<string>(['PORT', 'TLS_PORT', ...edgeVariables])

/** The product's variables among those of an environment. Empty values count as not set. */
export function givenVariables(environment: Record<string, string | undefined>): Variables {
  const known = (name: string) => edgeNames.has(name) || knownVariables.has(name.replace(/_FILE$/, ''))
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value && known(name) ? [[name, value]] : [])),
  )
}

export function portOf(variables: Variables, name: 'PORT' | 'TLS_PORT' = 'PORT'): number | undefined {
  const text = variables[name]
  if (text === undefined) return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${name} must be a number from 1 to 65535, not ${text}`)
  return port
}
