import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

type Variables = Record<string, string>

/** Folders of servers that an ordinary PATH leaves out. */
const extraFolders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', '/usr/local/bin']

/** Variables every process needs from the machine, in addition to its own. */
const inherited = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ']
const proxiesAndCertificates =
  /^(https?|no|all)_proxy$|^(NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|(PIP|NPM_CONFIG)_\w+)$/i

const only = (from: Record<string, string | undefined>, wanted: (name: string) => boolean): Variables =>
  Object.fromEntries(
    Object.entries(from).flatMap(([name, value]) => (value !== undefined && wanted(name) ? [[name, value]] : [])),
  )

export type Machine = ReturnType<typeof createMachine>

/** This machine, as its environment describes it. */
export function createMachine(environment: Record<string, string | undefined>) {
  return {
    /** For processes of the product: none of the developer's variables. */
    bareEnv: only(environment, (name) => inherited.includes(name)),
    /** For programs that download: proxies and certificates, too. */
    fetchEnv: only(environment, (name) => inherited.includes(name) || proxiesAndCertificates.test(name)),
    isRoot: process.getuid?.() === 0,
    /** INSTALL=no: name the command instead of installing system packages. */
    mayInstall: environment['INSTALL'] !== 'no',
    find(program: string): string | undefined {
      const folders = [...(environment['PATH'] ?? '').split(delimiter), ...extraFolders].filter(Boolean)
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
