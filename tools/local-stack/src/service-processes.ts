import { join } from 'node:path'
import { adminTablesVariables } from '@app/admin-tables/config'
import { authVariables } from '@app/auth/config'
import { formsVariables, workerVariables } from '@app/forms/config'
import { root } from '@app/installer/checkout'

/** A process of this repository: its start file and the variables it may read. */
export type ServiceProcess = {
  name: 'mail-box' | 'identity-provider' | 'auth' | 'forms' | 'email-worker' | 'admin-tables'
  file: string
  after: readonly string[]
  variables: readonly string[]
  graceMs?: number
}

/** Set by the program that starts a process. */
const ofItsStart = ['RELEASE', 'LISTEN_HOST', 'LISTEN_PORT']
const namesIn = ({ entries }: { entries: object }) => Object.keys(entries).filter((name) => !ofItsStart.includes(name))
const google = ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']

export const serviceProcesses: readonly ServiceProcess[] = [
  {
    name: 'mail-box',
    file: 'tools/mail-box/src/index.ts',
    after: [],
    variables: ['NODE_ENV', 'SMTP_PORT', 'MAIL_DIR', 'INBOUND_SMTP_URL'],
  },
  {
    name: 'identity-provider',
    file: 'tools/identity-provider/src/index.ts',
    after: [],
    variables: ['NODE_ENV', 'PUBLIC_ORIGIN', 'ADMIN_EMAILS', ...google],
  },
  {
    name: 'auth',
    file: 'services/auth/src/index.ts',
    after: ['mongo', 'redis'],
    variables: namesIn(authVariables),
  },
  {
    name: 'forms',
    file: 'services/forms/src/index.ts',
    after: ['mongo', 'redis'],
    variables: namesIn(formsVariables),
  },
  {
    name: 'email-worker',
    file: 'services/forms/src/worker.ts',
    after: ['mongo', 'redis', 'mail-box'],
    variables: namesIn(workerVariables),
    // Mails in progress are finished first, and a slow SMTP server may take 30 s.
    graceMs: 45_000,
  },
  {
    name: 'admin-tables',
    file: 'services/admin-tables/src/index.ts',
    after: ['mongo'],
    variables: namesIn(adminTablesVariables),
  },
]

/** Every variable that may be set for a process of the product. */
export const knownVariables = new Set(
  serviceProcesses
    .flatMap(({ variables }) => variables)
    .filter((name) => !['SMTP_PORT', 'MAIL_DIR', 'INBOUND_SMTP_URL'].includes(name)),
)

/** Where the program that is built from a source file is, in a folder of built programs. */
export const builtFile = (programs: string, file: string) => join(programs, file.replace(/\.ts$/, '.js'))

export const startFile = (service: ServiceProcess, checkout = root) => join(checkout, service.file)

/** The variables a service may see, as values or as `NAME_FILE`. */
export function variablesOf(service: ServiceProcess, all: Record<string, string>): Record<string, string> {
  const names = service.variables.flatMap((name) => [name, `${name}_FILE`])
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])))
}
