import { listShapes, listShapeVersions, readShape } from '@app/contracts/calls/shape'
import type { ShapeVersions, TableShape } from '@app/contracts/shape'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'

const key = ['shapes'] as const

export const shapesQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await callApi(listShapes, { signal })).data,
})

export const shapeQuery = (name: string) =>
  queryOptions({
    queryKey: [...key, name],
    queryFn: ({ signal }) => callApi(readShape, { params: { name }, signal }) as Promise<TableShape>,
    refetchOnWindowFocus: false,
  })

export const versionsQuery = (name: string) =>
  queryOptions({
    queryKey: [...key, name, 'versions'],
    queryFn: async ({ signal }) =>
      ((await callApi(listShapeVersions, { params: { name }, signal })) as ShapeVersions).data,
  })

/** Reads the schemas again, here and in the tables. */
export const reloadSchemas = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: ['schemas'] })])
