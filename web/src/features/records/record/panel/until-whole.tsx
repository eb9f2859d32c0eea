import { seconds } from '@app/contracts/durations'
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

/** What does not come does not keep back the rest. */
const maxWaitMs = seconds(5)
const isFirst = { predicate: ({ state }: Query) => state.data === undefined }

/** Calls `onWhole` once nothing is loaded for the first time, and nothing next to it says that it loads. Shows nothing. */
export function UntilWhole({ onWhole }: { onWhole: () => void }) {
  const client = useQueryClient()
  const ref = useRef<HTMLSpanElement>(null)
  const done = useEffectEvent(onWhole)
  // It renders again with each change; what was mounted just now has begun to load meanwhile.
  useIsFetching(isFirst)
  useEffect(() => {
    if (client.isFetching(isFirst) === 0 && !ref.current?.parentElement?.querySelector('[data-loading]')) done()
  })
  useEffect(() => {
    const timer = setTimeout(() => done(), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return <span ref={ref} />
}
