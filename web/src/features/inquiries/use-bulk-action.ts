import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { Inquiry } from '@app/contracts/inquiries'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { eachLimited } from '#lib/each-limited'
import { failureText } from '#lib/failure-text'
import type { SelectedRecords } from '#lib/table-extension'
import { useSingleMutation } from '#lib/use-single-mutation'
import { counted } from '#lib/words'
import { showToastAtom } from '#ui/toast'
import { markAsSpam, releaseFromSpam, setStatus, undoAction } from './inquiries.api'

export type BulkAction = 'spam' | 'not-spam' | 'close'

/** Calls that are under way at once. */
const concurrency = 4

/** What each action does to one inquiry. */
const steps: Record<BulkAction, (id: string) => Promise<Inquiry>> = {
  spam: markAsSpam,
  'not-spam': releaseFromSpam,
  close: (id) => setStatus(id, 'closed'),
}

const texts: Record<BulkAction, string> = {
  spam: 'marked as spam',
  'not-spam': 'released from spam',
  close: 'closed',
}
const inquiries = (count: number) => counted(count, 'inquiry', 'inquiries')

const maxTries = 10

/** Waits when the edge refuses a call because there were too many within the last second. */
async function whenAllowed<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_many_requests' || tries === maxTries) throw error
      await new Promise((done) => setTimeout(done, seconds(1)))
    }
}

type Outcome = { backs: (() => Promise<unknown>)[]; reasons: string[] }

/** Does the same with several inquiries: each that can be is changed, with one Undo; for the others the toast says why not. */
export function useBulkAction({ table, ids, onDone }: SelectedRecords) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const [done, setDone] = useState(0)
  const reload = () => {
    client.invalidateQueries({ queryKey: ['inquiry'] })
    client.invalidateQueries({ queryKey: ['record', table] })
    return client.invalidateQueries({ queryKey: ['records', table] })
  }

  async function undo({ backs }: Outcome) {
    let undone = 0
    await eachLimited(backs, concurrency, async (back) => {
      const isBack = await whenAllowed(back).then(
        () => true,
        () => false,
      )
      if (isBack) undone++
    })
    const rest = undone < backs.length ? `; ${inquiries(backs.length - undone)} changed since, left as is` : ''
    showToast({ text: `Undone: ${inquiries(undone)}${rest}` })
    await reload()
  }

  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['bulk-inquiries', table],
    async mutationFn(action: BulkAction): Promise<Outcome> {
      const outcome: Outcome = { backs: [], reasons: [] }
      setDone(0)
      await eachLimited(await ids(), concurrency, async (id) => {
        try {
          await whenAllowed(() => steps[action](id))
          outcome.backs.push(() => undoAction(id))
        } catch (error) {
          outcome.reasons.push(failureText(error, 'Failed to change the inquiry'))
        }
        setDone((before) => before + 1)
      })
      return outcome
    },
    onError: (error) => showToast({ text: failureText(error, 'Failed to list the inquiries') }),
    async onSuccess(outcome, action) {
      const { backs, reasons } = outcome
      if (backs.length + reasons.length === 0) return
      const skipped = reasons.length > 0 ? `, ${reasons.length} skipped: ${[...new Set(reasons)].join(' ')}` : ''
      showToast({
        text: `${inquiries(backs.length)} ${texts[action]}${skipped}`,
        ...(backs.length > 0 && { undo: () => undo(outcome) }),
      })
      await reload()
      onDone()
    },
  })
  return { run: mutate, isRunning: isPending, done }
}
