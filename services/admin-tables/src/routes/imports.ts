import type { Audit } from '@app/audit'
import { applyImport, changeImport, importErrors, readImport, startImport } from '@app/contracts/calls/imports'
import { AppError } from '@app/contracts/errors'
import type { ImportReport } from '@app/contracts/imports'
import type { Descriptor } from '@app/contracts/table-descriptor'
import { callRoute } from '@app/service/call-route'
import type { Guards, Identity } from '@app/session'
import { byteOrderMark, csvText } from '@app/table-schema'
import { Elysia } from 'elysia'
import { checkColumns, checkedRows, noCounts, startOf } from '../imports/check-import'
import { decodeText } from '../imports/decode-text'
import type { ImportRunner } from '../imports/run-import'
import type { Lookups } from '../models/import-lookups'
import type { ImportStore, StoredImport } from '../models/import-store'
import type { TableSchemaStore } from '../models/table-schema-store'
import { fileIn } from '../uploads/file-in'
import { resultInTime } from './long-work'
import { actorOf, tableFor } from './request-context'
import { streamOf } from './stream-of'

export type ImportDeps = {
  guards: Pick<Guards, 'access'>
  tables: Pick<TableSchemaStore, 'find'>
  imports: Pick<ImportStore, 'add' | 'find' | 'change' | 'file'>
  runner: Pick<ImportRunner, 'start'>
  audit: Pick<Audit, 'during'>
  lookups: (descriptor: Descriptor, userId: string) => Lookups
}

const wireReport = ({ actor: _actor, attempts: _attempts, ...report }: StoredImport): ImportReport => report

/** Importing a CSV file: upload and check, look, correct, apply. */
export function importRoutes({ guards, tables, imports, runner, lookups, audit }: ImportDeps) {
  /** An import of this table that this user has uploaded. */
  async function own(table: string, id: string, identity: Identity) {
    const descriptor = await tableFor(tables, identity, table, 'edit')
    const found = await imports.find(id)
    if (!found || found.table !== table || found.actor.id !== identity.user.id)
      throw new AppError('not_found', 'Not found.')
    return { descriptor, imported: found }
  }

  /** A small file is answered with its result. */
  async function settled(imported: StoredImport): Promise<ImportReport> {
    await resultInTime(runner.start(imported))
    return wireReport((await imports.find(imported.id)) ?? imported)
  }

  return new Elysia({ name: 'import-routes' })
    .use(guards.access)
    .post(
      startImport.path,
      async ({ params, request, body, status, ...context }) => {
        // A form of another site can send files, but not this header.
        if (!request.headers.get('x-requested-with'))
          throw new AppError('forbidden', 'Uploads need the header X-Requested-With.')
        const descriptor = await tableFor(tables, context.identity, params.table, 'edit')
        const file = fileIn(body)
        const content = Buffer.from(await file.arrayBuffer())
        const start = await startOf(descriptor, decodeText(content))
        const imported = await imports.add(content, {
          ...start,
          ...noCounts(),
          table: descriptor.name,
          fileName: file.name.slice(0, 200),
          state: 'checking',
          actor: actorOf(context),
          applied: 0,
        })
        return status(201, await settled(imported))
      },
      callRoute(startImport),
    )
    .get(
      readImport.path,
      async ({ params, identity }) => {
        const { imported } = await own(params.table, params.id, identity)
        // Work that a dead process left unfinished is resumed by this request.
        if (imported.state === 'checking' || imported.state === 'applying') void runner.start(imported)
        return wireReport(imported)
      },
      callRoute(readImport),
    )
    .patch(
      changeImport.path,
      async ({ params, body, identity }) => {
        const { descriptor, imported } = await own(params.table, params.id, identity)
        const { id, headers, mapping, match, batch } = imported
        if (batch) throw new AppError('conflict', 'This import has been applied. Choose the file again.')
        const columns = {
          mapping: { ...mapping, ...body.mapping },
          match: body.match === undefined ? match : body.match,
        }
        checkColumns(descriptor, { headers, ...columns })
        const change = { ...noCounts(), ...columns, state: 'checking' as const, failure: undefined }
        const changed = await imports.change(id, ['checked', 'failed'], change)
        if (!changed) throw new AppError('conflict', 'This import is being checked, or has been applied.')
        return settled(changed)
      },
      callRoute(changeImport),
    )
    .get(
      importErrors.path,
      async ({ params, identity }) => {
        const { descriptor, imported } = await own(params.table, params.id, identity)
        const text = decodeText(await imports.file(imported.id))
        const lines = errorLines(checkedRows(descriptor, text, imported, lookups(descriptor, identity.user.id)))
        return new Response(streamOf(lines), {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="${descriptor.name}-errors.csv"`,
          },
        })
      },
      callRoute(importErrors),
    )
    .post(
      applyImport.path,
      async ({ params, status, identity }) => {
        const { imported } = await own(params.table, params.id, identity)
        if (imported.batch) return status(202, wireReport(imported))
        const { actor, table, id } = imported
        const entry = { actor, action: 'import', table, recordId: id, ref: `import/${id}` } as const
        const started = await audit.during(entry, async () => {
          const changed = await imports.change(id, ['checked'], { state: 'applying', batch: id })
          if (!changed) throw new AppError('conflict', 'This import is not ready to be applied.')
          return changed
        })
        return status(202, await settled(started))
      },
      callRoute(applyImport),
    )
}

async function* errorLines(chunks: ReturnType<typeof checkedRows>) {
  const encoder = new TextEncoder()
  yield encoder.encode(`${byteOrderMark}row,column,message,value\r\n`)
  for await (const outcomes of chunks)
    for (const outcome of outcomes)
      if (outcome.action === 'error')
        for (const { row, column, message, value = '' } of outcome.errors)
          yield encoder.encode(`${row},${csvText(column ?? '')},${csvText(message)},${csvText(value)}\r\n`)
}
