import type { Context, Part } from '../context'
import type { Files } from '../files/module'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { importLookups } from './import-lookups'
import { importStore } from './import-store'
import { checkJob, importJob } from './imports-job'
import type { ImportActionDeps } from './manage-imports'
import { importRoutes } from './routes'

type Below = { tables: Tables; files: Files; records: Records }
export type ImportPrograms = Pick<ImportActionDeps, 'readSheets'>

/** Imports of files. */
export function importsModule(context: Context, below: Below, { readSheets }: ImportPrograms) {
  const { db, collection, jobs, runner, hasRight } = context
  const { tables } = below.tables
  const { files } = below.files
  const { apply, revisions } = below.records
  const imports = importStore(db)
  const lookups = importLookups({ collection, tables, files })
  const deps = { imports, tables, lookups, hasRight, apply, revisions }
  const part: Part = {
    stores: [imports],
    routes: importRoutes({ ...deps, jobs, runner, readSheets }),
    jobs: { 'import-check': checkJob(deps), import: importJob(deps) },
    sweep: imports.sweep,
  }
  return { imports, lookups, part }
}
export type Imports = ReturnType<typeof importsModule>
