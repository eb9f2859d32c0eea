import { useAtomValue, useSetAtom } from 'jotai'
import { X } from 'lucide-react'
import { Button } from '#ui/button'
import { useToast } from '#ui/toast'
import { enterAtom, outboxAtom, removeEntryAtom } from './outbox.atoms'

/** The walk-ins of a lesson that are not sent yet. */
export function WaitingWalkIns({ lesson }: { lesson: string }) {
  const waiting = useAtomValue(outboxAtom).filter(({ entry }) => entry.kind === 'walk-in' && entry.lesson === lesson)
  const remove = useSetAtom(removeEntryAtom)
  const enter = useSetAtom(enterAtom)
  const showToast = useToast()
  if (waiting.length === 0) return null
  return (
    <ul aria-label="Walk-ins to send" className="grid divide-y divide-line">
      {waiting.map(({ key, entry }) => {
        const name = entry.kind === 'walk-in' ? entry.name : ''
        return (
          <li key={key} className="flex min-h-11 items-center gap-x-3 py-1.5">
            <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
            <span className="text-muted">Walk-in, present, to send</span>
            <Button
              size="small"
              variant="quiet"
              className="ml-auto min-h-11 min-w-11"
              aria-label={`Remove ${name}`}
              onClick={async () => {
                await remove(key)
                showToast({ text: `${name} is not added`, undo: () => void enter(entry) })
              }}
            >
              <X className="size-5" />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
