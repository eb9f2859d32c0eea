import { listViews, type TableView } from '@app/contracts/views'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryOf } from '#lib/queries'
import type { OpeningQuery } from '#lib/table-extension'
import { emptyView, printView, readView, type ShowView, type View } from '../list-view'
import { useSchemas } from '../use-schema'

type Narrowing = Pick<View, 'sort' | 'q' | 'filters'>

export const isPlain = ({ sort, q, filters }: Narrowing) => !sort && q === '' && Object.keys(filters).length === 0

/** Filters, search and sort of a list as a saved view keeps them. */
export function savedQueryOf({ sort, q, filters }: Narrowing): string {
  const query = printView({ ...emptyView, table: '', sort, q, filters })
  query.delete('table')
  return query.toString()
}

/** The list that a saved view shows. What the table, or one that refers to it, no longer has is left out. */
export function listOf(
  schema: TableSchema,
  { id, query }: Pick<TableView, 'id' | 'query'>,
  schemas: readonly TableSchema[] = [],
) {
  const others = schemas.filter(({ name }) => name !== schema.name)
  const { sort, q, filters } = readView(new URLSearchParams(query), [schema, ...others])
  return { ...emptyView, sort, q, filters, view: id }
}

/** The saved views of a table: the user's own and the shared ones. */
export const viewsQuery = (table: string) => ({
  ...queryOf(listViews, { params: { table } }),
  refetchOnWindowFocus: false,
  // A list works without them.
  retry: false,
})

const plainList: OpeningQuery = { queryKey: ['plain list'], queryFn: () => null, select: () => null }

export type SavedViews = ReturnType<typeof useSavedViews>

/**
 * The saved views of a table. An address with nothing but `view` shows that view; a table opens with its default, or
 * `opensWith`. `isOpening`: what it opens with is being read, so the list of the address will soon be replaced.
 */
export function useSavedViews(schema: TableSchema, view: View, show: ShowView, opensWith: OpeningQuery = plainList) {
  const schemas = useSchemas().data?.tables
  const opening = useQuery({ ...opensWith, staleTime: Number.POSITIVE_INFINITY, retry: false })
  const saved = useQuery(viewsQuery(schema.name))
  const views = saved.data?.data
  const current = views?.find(({ id }) => id === view.view)
  const handled = useRef('')
  useEffect(() => {
    const key = `${schema.name} ${view.view}`
    // Once for each view and table: removing the filters later keeps the list that is shown.
    if (!views || opening.isPending || handled.current === key) return
    const isFirst = !handled.current.startsWith(`${schema.name} `)
    handled.current = key
    if (!isPlain(view)) return
    const initial = isFirst && view.view === null && view.record === null
    const wanted = initial ? views.find(({ isDefault }) => isDefault) : current
    if (wanted && wanted.query !== '') show(listOf(schema, wanted, schemas), { replace: true })
    else if (initial && !wanted && opening.data) show(opening.data, { replace: true })
  })
  const isBare = isPlain(view) && view.view === null && view.record === null
  const isOpening = opensWith !== plainList && isBare && (opening.isLoading || saved.isLoading)
  return { views: views ?? [], current, isOpening }
}
