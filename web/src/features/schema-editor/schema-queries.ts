import { listSchemas, listSchemaVersions, readSchema } from '@app/contracts/calls/schema-editor'
import type { EditableSchema, SchemaVersions } from '@app/contracts/schema-editor'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'

const key = ['schema editor'] as const

export const schemasQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await callApi(listSchemas, { signal })).data,
})

export const schemaQuery = (name: string) =>
  queryOptions({
    queryKey: [...key, name],
    queryFn: ({ signal }) => callApi(readSchema, { params: { name }, signal }) as Promise<EditableSchema>,
    refetchOnWindowFocus: false,
  })

export const versionsQuery = (name: string) =>
  queryOptions({
    queryKey: [...key, name, 'versions'],
    queryFn: async ({ signal }) =>
      ((await callApi(listSchemaVersions, { params: { name }, signal })) as SchemaVersions).data,
  })

/** Reads the schemas again, here and in the tables. */
export const reloadSchemas = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: ['schemas'] })])
