import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** The variables of a deployment that settings.sh reads. */
export const edgeVariables = [
  'PUBLIC_ORIGIN',
  'TLS_CERTIFICATE',
  'TLS_CERTIFICATE_KEY',
  'ACME_WEBROOT',
  'TRUSTED_PROXIES',
  'HSTS_SUBDOMAINS',
  'EDGE_LIMIT_FACTOR',
] as const

/** `shell` runs settings.sh, for tests with their own ulimits. */
type Where = { folder: string; tlsAddress: string; env: Record<string, string>; shell?: string[] }

/** Writes the files that the template includes, as the image does at its start. @throws naming every bad value */
export function writeSettings(where: Where, variables: Record<string, string>): void {
  const { folder, tlsAddress, env, shell = ['sh'] } = where
  const chosen = edgeVariables.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]]))
  const [program = '', ...args] = [...shell, join(import.meta.dirname, 'settings.sh'), folder, tlsAddress]
  const { status, stderr, error } = spawnSync(program, args, {
    env: { ...env, ...Object.fromEntries(chosen) },
    encoding: 'utf8',
  })
  if (error || status !== 0) throw new Error(error?.message ?? stderr.trim())
}
