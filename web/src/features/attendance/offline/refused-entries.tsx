import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { Button, SmallButton } from '#ui/button'
import { Notice } from '#ui/notice'
import { outboxAtom, removeEntryAtom, type Waiting } from './outbox.atoms'
import { useSendOutbox } from './use-send-outbox'

const about = ({ entry }: Waiting) =>
  entry.kind === 'note' ? `Note on ${entry.about}: ${entry.line}` : `Walk-in ${entry.name} in ${entry.about}`

/** Entries without a connection that were refused since, with a way out for each. */
export function RefusedEntries() {
  const refused = useAtomValue(outboxAtom).filter(({ failure }) => failure !== undefined)
  const remove = useSetAtom(removeEntryAtom)
  const { send } = useSendOutbox()
  const [busy, setBusy] = useState(false)
  const again = async (waiting: Waiting, oneMoreSeat = false) => {
    setBusy(true)
    await send(waiting, oneMoreSeat)
    setBusy(false)
  }
  if (refused.length === 0) return null
  return (
    <Notice tone="warn" title="Not saved yet">
      <ul className="grid gap-3">
        {refused.map((waiting) => (
          <li key={waiting.key} className="grid gap-2 [overflow-wrap:anywhere]">
            <p>
              <strong>{about(waiting)}</strong>. {waiting.failure}
            </p>
            <div className="flex flex-wrap gap-2">
              {waiting.isFull && (
                <Button size="small" disabled={busy} onClick={() => again(waiting, true)}>
                  Add with one more seat
                </Button>
              )}
              <SmallButton disabled={busy} onClick={() => again(waiting)}>
                Try again
              </SmallButton>
              <SmallButton disabled={busy} onClick={() => remove(waiting.key)}>
                Discard
              </SmallButton>
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
