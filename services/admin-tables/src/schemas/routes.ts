import { AppError } from '@app/contracts/errors'
import type { Job as WireJob } from '@app/contracts/jobs'
import {
  createSchema,
  fixValues as fixCall,
  listSchemas,
  listSchemaVersions,
  previewSchema,
  publishSchema as publishCall,
  readSchema,
  retireSchema,
  saveSchema,
} from '@app/contracts/schema-calls'
import type { ValueFix } from '@app/contracts/schema-editor'
import { type Actor, toWire } from '@app/jobs'
import { serve } from '@app/service/serve'
import type { Context } from '../context'
import { answerWithinMs } from '../records/manage-batches'
import { fieldNames } from '../records/revision-store'
import { checkFixes } from './fix-job'
import { fixValues } from './fix-values'
import { type ManageSchemas, manageSchemas, type SchemaEditorDeps } from './manage-schemas'
import type { PublishInput } from './publish-job'
import type { SchemaEditorStore } from './schema-editor-store'
import { toSummary } from './show-schema'

type Publication = { version: string; schema: object; fixes?: Record<string, ValueFix> | undefined }

/**
 * Starts the job that publishes a schema; a small table is usually done when it returns.
 *
 * @throws AppError `conflict` when the schema was saved since `version`, `invalid_input` for a schema or a fix that is not valid
 */
const publishSchema =
  ({ runner }: Pick<Context, 'runner'>, editor: Pick<ManageSchemas, 'check'>) =>
  async (actor: Actor, table: string, { version, schema, fixes = {} }: Publication): Promise<WireJob> => {
    const checked = await editor.check(table, version, schema)
    checkFixes(checked, fixes)
    const input: PublishInput = { version, schema: checked, fixes }
    const about = { change: 'publish', ...(Object.keys(fixes).length > 0 && { fields: fieldNames(fixes) }) }
    const job = { kind: 'publish', table, actor, right: 'admin', input, lane: `schema/${table}` } as const
    const begun = await runner.begin(job, { action: 'schema', about })
    if (!begun) throw new AppError('internal', 'The job was not stored.')
    const now = (await runner.settled(begun.id, answerWithinMs)) ?? begun
    return toWire(now, { canUndo: runner.canUndo(now) })
  }

type SchemaEditorRouteDeps = SchemaEditorDeps & Pick<Context, 'jobs' | 'runner'> & { schemas: SchemaEditorStore }

/** The schema editor, for admins. What changes it needs a recent sign-in. */
export function schemaEditorRoutes(deps: SchemaEditorRouteDeps) {
  const editor: ManageSchemas = manageSchemas(deps)
  const fix = fixValues(deps)
  const publish = publishSchema(deps, editor)
  const { schemas } = deps
  return [
    serve(listSchemas, async () => ({ data: (await schemas.all()).map(toSummary) })),
    serve(createSchema, ({ body, actor }) => editor.create(actor, body.schema)),
    serve(readSchema, ({ params }) => editor.read(params.name)),
    serve(saveSchema, ({ params, body, actor }) => editor.save(actor, params.name, body.version, body.schema)),
    serve(publishCall, ({ params, body, actor }) => publish(actor, params.name, body)),
    serve(previewSchema, ({ params, body }) => editor.impact(params.name, body.schema, body.after)),
    serve(fixCall, ({ params, body, actor }) => fix(actor, params.name, body)),
    serve(listSchemaVersions, async ({ params }) => {
      await editor.read(params.name)
      return { data: await schemas.versions(params.name) }
    }),
    serve(retireSchema, ({ params, body, actor }) =>
      editor.setRetired(actor, params.name, body.version, body.isRetired),
    ),
  ]
}
