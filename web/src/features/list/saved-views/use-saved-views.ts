import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ShowView, View } from '../list-view'
import { isPlain, listOf } from './saved-view'
import { viewsQuery } from './views.api'

export type SavedViews = ReturnType<typeof useSavedViews>

/** The saved views of a table. An address with nothing but `view` shows that view; a table opens with its default. */
export function useSavedViews(schema: TableSchema, view: View, show: ShowView) {
  const { data: views } = useQuery(viewsQuery(schema.name))
  const current = views?.find(({ id }) => id === view.view)
  const handled = useRef('')
  useEffect(() => {
    const key = `${schema.name} ${view.view}`
    // Once for each view and table: removing the filters later keeps the list that is shown.
    if (!views || handled.current === key) return
    const isFirst = !handled.current.startsWith(`${schema.name} `)
    handled.current = key
    if (!isPlain(view)) return
    const initial = isFirst && view.view === null && view.record === null
    const wanted = initial ? views.find(({ isDefault }) => isDefault) : current
    if (wanted && wanted.query !== '') show(listOf(schema, wanted), { replace: true })
  })
  return { views: views ?? [], current }
}
