import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { readStored, store } from '#lib/stored'
import { type Arrangement, clampWidth } from './arrangement'

const arrangementSchema = v.object({
  order: v.optional(v.array(v.string())),
  hidden: v.optional(v.array(v.string())),
  widths: v.optional(v.record(v.string(), v.pipe(v.number(), v.transform(clampWidth)))),
})

const storageKey = (table: string) => `columns.${table}`

/** The columns of a table as this browser keeps them, or as a saved view arranges them. */
export function useArrangement(table: string, saved: { id: string; columns: Arrangement } | undefined) {
  const key = saved?.id ?? table
  const [state, setState] = useState<{ key: string; arrangement: Arrangement }>({ key: '', arrangement: {} })
  const initial = useMemo(
    () => saved?.columns ?? readStored(storageKey(table), arrangementSchema) ?? {},
    [table, saved?.columns],
  )
  function change(arrangement: Arrangement) {
    setState({ key, arrangement })
    if (!saved) store(storageKey(table), arrangement)
  }
  return { arrangement: state.key === key ? state.arrangement : initial, change }
}
