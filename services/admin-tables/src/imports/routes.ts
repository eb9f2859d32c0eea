import { applyImport, changeImport, importErrors, readImport, startImport } from '@app/contracts/import-calls'
import { serve } from '@app/service/serve'
import { streamOf } from '@app/service/served-file'
import { fileStream } from '../files/file-stream'
import { tableOf } from '../tables/table-schema-store'
import { type ImportActionDeps, manageImports } from './manage-imports'

/** Importing a CSV file: upload and check, look, correct, apply. */
export function importRoutes(deps: ImportActionDeps) {
  const imports = manageImports(deps)
  const { tables } = deps
  return [
    serve(startImport, async ({ params, request, actor }) => {
      const schema = await tableOf(tables, params.table)
      return imports.start(actor, schema, await fileStream(request))
    }),
    serve(readImport, async ({ params: { table, id }, actor }) => {
      await tableOf(tables, table)
      return imports.read(table, id, actor.id)
    }),
    serve(changeImport, async ({ params, body, actor }) =>
      imports.change(actor, await tableOf(tables, params.table), params.id, body),
    ),
    serve(importErrors, async ({ params, actor }) => {
      const { name } = await tableOf(tables, params.table)
      return new Response(streamOf(await imports.errors(name, params.id, actor.id)), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}-errors.csv"`,
        },
      })
    }),
    serve(applyImport, async ({ params: { table, id }, actor }) => {
      await tableOf(tables, table)
      return imports.apply(actor, table, id)
    }),
  ]
}
