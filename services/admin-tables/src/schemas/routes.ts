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
} from '@app/contracts/calls/schema-editor'
import { serve } from '@app/service/serve'
import { type FixDeps, fixValues } from './fix-values'
import { type ManageSchemas, manageSchemas, type SchemaEditorDeps } from './manage-schemas'
import { type PublishDeps, publishSchema } from './publish-schema'
import type { SchemaEditorStore } from './schema-editor-store'
import { toSummary } from './show-schema'

export type SchemaEditorRouteDeps = Omit<SchemaEditorDeps & FixDeps & PublishDeps, 'schemas'> & {
  schemas: SchemaEditorDeps['schemas'] & Pick<SchemaEditorStore, 'versions'>
}

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
