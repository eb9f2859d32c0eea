import type { Inquiry, InquiryStatus } from '@app/contracts/inquiries'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { messageOf } from '#lib/message-of'
import { useSingleMutation } from '#lib/use-single-mutation'
import { showToastAtom } from '#ui/toast'
import { fetchInquiry, markAsSpam, releaseFromSpam, setStatus } from './inquiries.api'

export type BulkAction = 'spam' | 'not-spam' | 'close'

/** Calls that are under way at once. */
const concurrency = 4

/** What each action does to one inquiry; resolves with how to take it back. */
const steps: Record<BulkAction, (id: string) => Promise<() => Promise<Inquiry>>> = {
  spam: async (id) => {
    await markAsSpam(id)
    return () => releaseFromSpam(id)
  },
  'not-spam': async (id) => {
    await releaseFromSpam(id)
    return () => markAsSpam(id)
  },
  close: async (id) => {
    const { status } = await fetchInquiry(id)
    await setStatus(id, 'closed')
    return () => setStatus(id, status satisfies InquiryStatus)
  },
}

const texts: Record<BulkAction, string> = {
  spam: 'marked as spam',
  'not-spam': 'released from spam',
  close: 'closed',
}
const inquiries = (count: number) => `${count} ${count === 1 ? 'inquiry' : 'inquiries'}`

type Outcome = { backs: (() => Promise<unknown>)[]; reasons: string[] }

async function each<T>(items: readonly T[], step: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await step(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

/** Does the same with several inquiries: each that can be is changed, with one Undo; for the others the toast says why not. */
export function useBulkAction(table: string, ids: readonly string[], onDone: () => void) {
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
    await each(backs, async (back) => {
      const isBack = await back().then(
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
      await each(ids, async (id) => {
        try {
          outcome.backs.push(await steps[action](id))
        } catch (error) {
          outcome.reasons.push(messageOf(error, 'Failed to change the inquiry'))
        }
        setDone((before) => before + 1)
      })
      return outcome
    },
    async onSuccess(outcome, action) {
      const { backs, reasons } = outcome
      const skipped = reasons.length > 0 ? `, ${reasons.length} skipped: ${[...new Set(reasons)].join(' ')}` : ''
      showToast({
        text: `${inquiries(backs.length)} ${texts[action]}${skipped}`,
        ...(backs.length > 0 && { action: { label: 'Undo', run: () => undo(outcome) } }),
      })
      onDone()
      await reload()
    },
  })
  return { run: mutate, isRunning: isPending, done }
}
