import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Layout } from '@app/local-stack/layout'
import { replaceFile } from '@app/secrets/env-file'
import { givenValue, readVariables } from '@app/secrets/variables'
import type { Context } from '../context'

/** The identity of the database in DATA_DIR is kept beside it: whoever removes the folder begins anew. */
const fileOf = ({ dataDir }: Layout) => join(dataDir, 'installation')

/** As INSTALLATION_ID says it to processes. Undefined before the first start, and for a database elsewhere. */
export function localInstallation(context: Context): Record<string, string> {
  const file = fileOf(context.layout)
  if (givenValue('MONGODB_URI', readVariables(context)) || !existsSync(file)) return {}
  return { INSTALLATION_ID: readFileSync(file, 'utf8').trim() }
}

const isEmpty = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0

/** Gives the processes of a start the identity, which the first one makes. @throws where its database is gone */
export function withInstallation(context: Context): Context {
  const { layout } = context
  if (givenValue('MONGODB_URI', readVariables(context))) return context
  const file = fileOf(layout)
  if (!existsSync(file)) {
    mkdirSync(layout.dataDir, { recursive: true })
    replaceFile(file, `${randomBytes(8).toString('hex')} new\n`)
  }
  const { INSTALLATION_ID = '' } = localInstallation(context)
  const data = join(layout.dataDir, 'mongo')
  if (isEmpty(data) && !INSTALLATION_ID.endsWith(' new'))
    throw new Error(
      `The database of this installation is gone: ${data} is empty. \`make restore FILE=...\` brings it back from an archive or a journal. To begin with an empty one, remove ${file}.`,
    )
  return { ...context, given: { ...context.given, INSTALLATION_ID } }
}

/** After a start: from now on an empty database is not taken for a new one. */
export function confirmLocal({ layout }: Context): void {
  const file = fileOf(layout)
  if (!existsSync(file)) return
  const known = readFileSync(file, 'utf8')
  if (known.includes(' new')) replaceFile(file, known.replace(' new', ''))
}
