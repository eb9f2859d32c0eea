import type { Context, Part } from '../context'
import type { Records } from '../records/module'
import { undoJob } from '../records/undo-job'
import type { Tables } from '../tables/module'
import { fixJob } from './fix-job'
import { manageSchemas } from './manage-schemas'
import { publishJob, undoPublishJob } from './publish-job'
import { schemaEditorRoutes } from './routes'
import { schemaEditorStore } from './schema-editor-store'

/** The editor of tables. */
export function schemasModule(context: Context, below: { tables: Tables; records: Records }) {
  const { collection, audit, jobs, runner } = context
  const { tables, values, onChange } = below.tables
  const { batches } = below.records
  const schemas = schemaEditorStore({
    schemas: () => collection('table_schemas'),
    versions: () => collection('table_schema_versions'),
  })
  const deps = { schemas, values, tables, audit, onChange }
  const editor = manageSchemas(deps)
  const jobDeps = { ...batches, schemas, tables, values, editor, jobs }
  const part: Part = {
    stores: [schemas],
    routes: schemaEditorRoutes({ ...deps, jobs, runner }),
    jobs: {
      fix: fixJob(jobDeps),
      'undo-fix': undoJob(batches, true),
      publish: publishJob(jobDeps),
      'undo-publish': undoPublishJob(jobDeps),
    },
    sweep: editor.sweep,
  }
  return { schemas, part }
}
