import { useAtomValue } from 'jotai'
import { WifiOff } from 'lucide-react'
import { useIsOffline } from '#lib/connection'
import { schoolTime } from '#lib/school-time'
import { counted } from '#lib/words'
import { unsavedCountAtom } from '../attendance.atoms'
import { outboxAtom } from './outbox.atoms'

type Props = {
  /** Since when the lessons may be outdated. */
  keptAt: string | undefined
}

/** The only sign of the network: what is shown, and what waits to be sent. It never blocks. */
export function RangeStrip({ keptAt }: Props) {
  const isOffline = useIsOffline()
  const marks = useAtomValue(unsavedCountAtom)
  const entries = useAtomValue(outboxAtom)
  const walkIns = entries.filter(({ entry }) => entry.kind === 'walk-in').length
  const notes = entries.length - walkIns
  const waiting = [
    marks > 0 && counted(marks, 'mark'),
    walkIns > 0 && counted(walkIns, 'walk-in'),
    notes > 0 && counted(notes, 'note'),
  ].filter(Boolean)
  if (!isOffline && !keptAt) return null
  return (
    <p
      role="status"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-0.5 rounded-lg bg-ink px-3 py-2 font-semibold text-card"
    >
      <WifiOff className="size-5 shrink-0" aria-hidden="true" />
      <span>
        {isOffline ? 'Offline' : 'Weak connection'}
        {waiting.length > 0 && `, ${waiting.join(', ')} to send`}
      </span>
      {keptAt && <span className="ml-auto font-normal">Lessons as of {schoolTime(keptAt)}</span>}
    </p>
  )
}
