import { type Inquiry, inquiryTable } from '@app/contracts/inquiries'
import { schoolDay } from '@app/school-time/school-day'
import { dayText } from '@app/table-schema/badges'
import { useQueryClient } from '@tanstack/react-query'
import { useSingleMutation } from '#lib/queries'
import { recordsKey } from '#lib/records'
import { useToast, useUndo } from '#ui/toast'
import { formatTime } from '../format-time'
import { inquiryKey, markAsSpam, releaseFromSpam, setStatus } from '../inquiries.queries'
import { nextSaturday } from '../replies/time-menu'
import { assign, conversationQuery, inboxKey, snooze, undoLast } from './use-inbox'

/** Reloads everything that shows the inquiry. */
export function useReload(id: string) {
  const client = useQueryClient()
  return () => {
    client.invalidateQueries({ queryKey: recordsKey(inquiryTable) })
    const keys = [inboxKey, conversationQuery(id).queryKey, inquiryKey(id)]
    return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}

type Next = { label: string; run: () => void }
type Action = { call: () => Promise<Inquiry>; done: string; leaves: boolean; next?: Next | undefined }

/**
 * Actions of the team on a conversation besides answering it; each can be undone. `onLeave`: it has left the view. `isWaiting`: it may be
 * snoozed.
 */
export function useTeamActions(id: string, onLeave: () => void, isWaiting = false) {
  const showToast = useToast()
  const reload = useReload(id)

  const undo = useUndo(reload)
  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['team-action', id],
    mutationFn: ({ call }: Action) => call(),
    onSuccess(_, { done, leaves, next }) {
      showToast({
        text: done,
        ...(next && { action: next }),
        undo: () => undo(() => undoLast(id).then(() => 'Undone')),
      })
      if (leaves) onLeave()
      // Not waited for: the next action, which may follow at once, is not dropped meanwhile.
      void reload()
    },
    onError: (error) => showToast({ error, text: 'Failed to change the inquiry' }),
  })
  const run = (
    done: string,
    call: () => Promise<Inquiry>,
    { leaves = true, next }: { leaves?: boolean; next?: Next | undefined } = {},
  ) => mutate({ done, call, leaves, next })
  const snoozeUntil = (until: Date) =>
    run(`Snoozed until ${formatTime(until.toISOString())}`, () => snooze(id, until.toISOString()))
  /** Usual for what a colleague does on the next day of lessons. The date tells it from today. */
  const untilSaturday = () => {
    const until = nextSaturday(Date.now())
    return {
      label: `Snooze until Saturday, ${dayText(until.toISOString(), schoolDay(until.getTime()))}`,
      run: () => snoozeUntil(until),
    }
  }

  return {
    isRunning: isPending,
    assign: (person: string | null, name: string) =>
      run(person ? `Assigned to ${name}` : 'Unassigned', () => assign(id, person), {
        leaves: false,
        next: person && isWaiting ? untilSaturday() : undefined,
      }),
    snooze: snoozeUntil,
    followUp: (until: Date) =>
      run(`Follow up ${formatTime(until.toISOString())}, unless an answer comes first`, () =>
        snooze(id, until.toISOString()),
      ),
    dropFollowUp: () => run('No follow-up', () => snooze(id, null)),
    wake: () => run('Back in the inbox', () => snooze(id, null)),
    close: () => run('Closed', () => setStatus(id, 'closed')),
    reopen: () => run('Open again', () => setStatus(id, 'in_progress'), { leaves: false }),
    spam: () => run('Marked as spam. Later messages from this sender are held as well.', () => markAsSpam(id)),
    release: () => run('Marked as not spam. Reply needed.', () => releaseFromSpam(id)),
  }
}

export type TeamActions = ReturnType<typeof useTeamActions>
