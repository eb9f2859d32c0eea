import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** What a deployment chooses about the edge: the variables that settings.sh reads. */
export const edgeVariables = [
  'PUBLIC_ORIGIN',
  'TLS_CERTIFICATE',
  'TLS_CERTIFICATE_KEY',
  'TRUSTED_PROXIES',
  'EDGE_LIMIT_FACTOR',
] as const

type Where = { folder: string; tlsAddress: string; env: Record<string, string> }

/** Writes what the rendered template includes, as the image does at its start. @throws naming each bad value */
export function writeSettings({ folder, tlsAddress, env }: Where, variables: Record<string, string>): void {
  const chosen = edgeVariables.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]]))
  const { status, stderr, error } = spawnSync('sh', [join(import.meta.dirname, 'settings.sh'), folder, tlsAddress], {
    env: { ...env, ...Object.fromEntries(chosen) },
    encoding: 'utf8',
  })
  if (error || status !== 0) throw new Error(error?.message ?? stderr.trim())
}
