import type { Descriptor } from '@app/table-schema/descriptor'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { View } from './list-view'
import { fetchTotal } from './tables.api'

const every = 60_000
/** Nobody at the keyboard for that long: asking on would only keep the session from ending. */
const presence = 5 * 60_000

/** How many more records there are than the list that is shown knows of. Asked gently, and only while someone is there. */
export function useNews(schema: Descriptor, view: View, shownTotal: number | undefined) {
  const lastSign = useRef(Date.now())
  useEffect(() => {
    const listen = new AbortController()
    const note = () => {
      lastSign.current = Date.now()
    }
    for (const sign of ['pointermove', 'keydown', 'focus', 'scroll'])
      addEventListener(sign, note, { signal: listen.signal, passive: true, capture: true })
    return () => listen.abort()
  }, [])

  const { q, filters } = view
  const { data } = useQuery({
    queryKey: ['records', schema.name, 'total', q, filters, shownTotal],
    queryFn: ({ signal }) => fetchTotal(schema, view, signal),
    enabled: shownTotal !== undefined,
    initialData: shownTotal,
    staleTime: every / 4,
    refetchInterval: () => (Date.now() - lastSign.current < presence ? every : false),
    refetchOnWindowFocus: true,
    retry: false,
  })
  return data !== undefined && shownTotal !== undefined ? Math.max(0, data - shownTotal) : 0
}
