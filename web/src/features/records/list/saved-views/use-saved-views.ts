import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { OpeningQuery } from '#lib/table-extension'
import type { ShowView, View } from '../list-view'
import { useSchemas } from '../use-schema'
import { isPlain, listOf } from './saved-view'
import { viewsQuery } from './views.api'

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
