import { usePolledCounters } from './use-counters'

/** The number of overdue inquiries, else of new ones. */
export function TabBadge() {
  const { data } = usePolledCounters()
  const isOverdue = data && data.overdue > 0
  const count = data && (isOverdue ? data.overdue : data.new)
  if (!count) return null
  return (
    <span
      data-alarm={isOverdue}
      className="ml-2 inline-block min-w-6 rounded-full border border-line bg-card px-1.5 text-center text-ink text-sm data-[alarm=true]:border-bad data-[alarm=true]:bg-bad data-[alarm=true]:text-card"
    >
      {count}
      <span className="sr-only">{isOverdue ? ' overdue' : ' new'}</span>
    </span>
  )
}
