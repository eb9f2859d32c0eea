import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Variables } from './env-file'

/** Where servers lie that an ordinary PATH leaves out. */
const beyondPath = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', '/usr/local/bin']

/** What a process needs of the machine to run at all, beside the variables that are meant for it. */
const inherited = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ']
const proxiesAndCertificates =
  /^(https?|no|all)_proxy$|^(NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|(PIP|NPM_CONFIG)_\w+)$/i

const only = (from: Record<string, string | undefined>, wanted: (name: string) => boolean): Variables =>
  Object.fromEntries(
    Object.entries(from).flatMap(([name, value]) => (value !== undefined && wanted(name) ? [[name, value]] : [])),
  )

export type Machine = ReturnType<typeof createMachine>

/** The machine as its environment shows it. */
export function createMachine(environment: Record<string, string | undefined>) {
  return {
    /** For the parts: neither their secrets nor the developer's. */
    bareEnv: only(environment, (name) => inherited.includes(name)),
    /** For programs that fetch something. */
    fetchEnv: only(environment, (name) => inherited.includes(name) || proxiesAndCertificates.test(name)),
    isRoot: process.getuid?.() === 0,
    find(program: string): string | undefined {
      const folders = [...(environment['PATH'] ?? '').split(delimiter), ...beyondPath].filter(Boolean)
      return folders.map((folder) => join(folder, program)).find(isExecutable)
    },
  }
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
