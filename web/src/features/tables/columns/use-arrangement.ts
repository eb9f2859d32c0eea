import { useState } from 'react'
import * as v from 'valibot'
import { readStored, store } from '#lib/stored'
import { type Arrangement, clampWidth } from './arrangement'

const arrangementSchema = v.object({
  order: v.optional(v.array(v.string())),
  hidden: v.optional(v.array(v.string())),
  widths: v.optional(v.record(v.string(), v.pipe(v.number(), v.transform(clampWidth)))),
})

const storageKey = (table: string) => `columns.${table}`

/** The columns of a table as this browser keeps them. */
export function useArrangement(table: string) {
  const [arrangement, setArrangement] = useState<Arrangement>(
    () => readStored(storageKey(table), arrangementSchema) ?? {},
  )
  function change(next: Arrangement) {
    setArrangement(next)
    store(storageKey(table), next)
  }
  return { arrangement, change }
}
