import { useFreshCounters } from './use-counters'

/** In the tab: what is overdue, else what is new. */
export function TabBadge() {
  const { data } = useFreshCounters()
  const alarm = data && data.overdue > 0
  const count = data && (alarm ? data.overdue : data.new)
  if (!count) return null
  return (
    <span
      data-alarm={alarm}
      className="ml-2 inline-block min-w-6 rounded-full border border-line bg-card px-1.5 text-center text-ink text-sm data-[alarm=true]:border-bad data-[alarm=true]:bg-bad data-[alarm=true]:text-card"
    >
      {count}
      <span className="sr-only">{alarm ? ' overdue' : ' new'}</span>
    </span>
  )
}
