import { readToday } from '@app/contracts/today'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom, useStore } from 'jotai'
import { useCallback, useRef } from 'react'
import { isUnreachable, noteOutcome } from '#lib/connection'
import { failureText } from '#lib/failure-text'
import { reloadRecords } from '#lib/records'
import { failEntryAtom, outboxAtom, removeEntryAtom, type Waiting } from './outbox.atoms'
import { LessonFull, sendEntry } from './send-entry'

const retryable = ({ failure }: Waiting) => failure === undefined

/** Sends what was entered without a connection, one after the other. What the server refuses stays, with the reason, until it is decided. */
export function useSendOutbox() {
  const store = useStore()
  const client = useQueryClient()
  const remove = useSetAtom(removeEntryAtom)
  const fail = useSetAtom(failEntryAtom)
  const sending = useRef<Promise<number>>(null)

  const send = useCallback(
    async ({ key, entry }: Waiting, oneMoreSeat = false): Promise<'sent' | 'refused' | 'offline'> => {
      try {
        await sendEntry(key, entry, oneMoreSeat)
        noteOutcome()
        await remove(key)
        const table = entry.kind === 'note' ? entry.table : 'lessons'
        await Promise.all([client.invalidateQueries({ queryKey: [readToday.id] }), reloadRecords(client, table)])
        return 'sent'
      } catch (error) {
        noteOutcome(error)
        if (isUnreachable(error)) return 'offline'
        fail(key, { failure: failureText(error, 'It could not be sent.'), isFull: error instanceof LessonFull })
        return 'refused'
      }
    },
    [client, remove, fail],
  )

  /** Sends everything that was not refused. Resolves with how many entries were sent. */
  const sendAll = useCallback(() => {
    const run = async () => {
      let sent = 0
      for (const waiting of store.get(outboxAtom).filter(retryable)) {
        const outcome = await send(waiting)
        if (outcome === 'offline') break
        if (outcome === 'sent') sent += 1
      }
      return sent
    }
    sending.current ??= run().finally(() => {
      sending.current = null
    })
    return sending.current
  }, [store, send])

  return { send, sendAll }
}
