import type { RosterLesson } from '@app/contracts/today'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { newKey } from '#lib/new-key'
import { announce, cancelLesson, sendMails } from './cancel-day.api'
import type { Recipient } from './recipients'

export type CancelPlan = {
  /** The lessons of the day before the first attempt. */
  planned: readonly RosterLesson[]
  /** Those to cancel, as they are now. */
  lessons: readonly RosterLesson[]
  announcement: string
  subject: string
  text: string
  recipients: Recipient[]
}

/** Cancels the lessons, announces it, then writes to the people. A retry after a failure repeats nothing that was done. */
export function useCancelDay(date: string) {
  const client = useQueryClient()
  const key = useRef(newKey())
  const done = useRef(new Set<string>())
  const once = async (step: string, run: () => Promise<unknown>) => {
    if (done.current.has(step)) return
    await run()
    done.current.add(step)
  }
  return useMutation({
    mutationFn: async ({ lessons, announcement, subject, text, recipients }: CancelPlan) => {
      for (const lesson of lessons) if (!lesson.cancelled) await once(lesson.id, () => cancelLesson(lesson))
      if (announcement.trim()) await once('announcement', () => announce(announcement, date, key.current))
      if (recipients.length > 0) await once('mails', () => sendMails({ subject, text, recipients }, key.current))
    },
    onSuccess: () => {
      key.current = newKey()
      done.current.clear()
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['today'] }),
        client.invalidateQueries({ queryKey: ['records'] }),
        client.invalidateQueries({ queryKey: ['roster'] }),
      ]),
  })
}
