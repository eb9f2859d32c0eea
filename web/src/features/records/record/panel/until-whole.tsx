import { seconds } from '@app/contracts/durations'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** What does not come does not keep back the rest. */
const maxWaitMs = seconds(5)
const checkMs = 50

/**
 * Calls `onWhole` once nothing of the record is loaded for the first time, and nothing next to it says that it loads. Shows nothing.
 * It stands before the parts of the record: what is loaded already when it begins, and does not name the record, is not theirs.
 */
export function UntilWhole({ id, onWhole }: { id: string; onWhole: () => void }) {
  const client = useQueryClient()
  const [others] = useState(() => new Set(client.getQueryCache().getAll()))
  const ref = useRef<HTMLSpanElement>(null)
  const done = useEffectEvent(onWhole)
  useEffect(() => {
    const startedAt = Date.now()
    const isPart = (query: Query) =>
      query.state.data === undefined && (!others.has(query) || query.queryHash.includes(id))
    let wasWhole = false
    const timer = setInterval(() => {
      const isLoading =
        client.isFetching({ predicate: isPart }) > 0 || ref.current?.parentElement?.querySelector('[data-loading]')
      // Between two loads, one of which shows what begins the other, nothing loads for a moment.
      if ((wasWhole && !isLoading) || Date.now() - startedAt >= maxWaitMs) done()
      wasWhole = !isLoading
    }, checkMs)
    return () => clearInterval(timer)
  }, [client, others, id])
  return <span ref={ref} />
}
