import { seconds } from '@app/contracts/durations'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

/** What does not come does not keep back the rest. */
const maxWaitMs = seconds(5)
const checkMs = 50
const isFirst = { predicate: ({ state }: Query) => state.data === undefined }

/** Calls `onWhole` once nothing is loaded for the first time, and nothing next to it says that it loads. Shows nothing. */
export function UntilWhole({ onWhole }: { onWhole: () => void }) {
  const client = useQueryClient()
  const ref = useRef<HTMLSpanElement>(null)
  const done = useEffectEvent(onWhole)
  useEffect(() => {
    const startedAt = Date.now()
    let wasWhole = false
    const timer = setInterval(() => {
      const isLoading = client.isFetching(isFirst) > 0 || ref.current?.parentElement?.querySelector('[data-loading]')
      // Between two loads, one of which shows what begins the other, nothing loads for a moment.
      if ((wasWhole && !isLoading) || Date.now() - startedAt >= maxWaitMs) done()
      wasWhole = !isLoading
    }, checkMs)
    return () => clearInterval(timer)
  }, [client])
  return <span ref={ref} />
}
