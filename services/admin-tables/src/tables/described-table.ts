import { notFound } from '@app/contracts/errors'
import type { TableSchema } from '@app/table-schema'
import type { TableSchemaStore } from './table-schema-store'

/** A described table. @throws AppError `not_found` for any other name, whatever the database holds */
export async function tableOf(tables: Pick<TableSchemaStore, 'find'>, name: string): Promise<TableSchema> {
  const schema = await tables.find(name)
  if (!schema) throw notFound()
  return schema
}

/** The `updated_at` that the editor has seen, of the header `If-Match`, alone or as the beginning of an `ETag`; `undefined` when any version will do. */
export function expectedVersion({ 'If-Match': given }: { 'If-Match'?: string | undefined }): string | undefined {
  const version = given?.trim()
  return version === undefined || version === '*' ? undefined : version.replace(/^(?:W\/)?"([^";]*).*"$/, '$1')
}
