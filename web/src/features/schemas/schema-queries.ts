import { listSchemas, listSchemaVersions, readSchema } from '@app/contracts/schema-calls'
import type { EditableSchema, SchemaVersions, TableSummary } from '@app/contracts/schema-editor'
import { listTables } from '@app/contracts/tables'
import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '#lib/queries'

export const tablesQuery = { ...queryOf(listSchemas), select: ({ data }: { data: TableSummary[] }) => data }

export const schemaQuery = (name: string) => ({
  ...queryOf(readSchema, { params: { name } }),
  select: (read: unknown) => read as EditableSchema,
  refetchOnWindowFocus: false,
})

export const versionsQuery = (name: string) => ({
  ...queryOf(listSchemaVersions, { params: { name } }),
  select: (read: unknown) => (read as SchemaVersions).data,
})

/** Reads the schemas again, here and in the tables. */
export const reloadSchemas = (client: QueryClient) =>
  Promise.all(
    [listSchemas, readSchema, listSchemaVersions, listTables].map(({ id }) =>
      client.invalidateQueries({ queryKey: [id] }),
    ),
  )
