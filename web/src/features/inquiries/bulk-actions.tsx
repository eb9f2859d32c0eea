import { type InquiryAction, maxInquiryIds, startInquiryBatch } from '@app/contracts/inquiry-batches'
import type { Job } from '@app/contracts/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, MailCheck, OctagonAlert } from 'lucide-react'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { followJob, undoJob } from '#lib/follow-job'
import { paths } from '#lib/paths'
import { useSingleMutation } from '#lib/queries'
import { reloadRecords } from '#lib/records'
import type { SelectedRecords } from '#lib/table-extension'
import { useShortcuts } from '#lib/use-listener'
import { counted, undoneText } from '#lib/words'
import { BarButton } from '#ui/bar-button'
import { useToast, useUndo } from '#ui/toast'

type BulkAction = Exclude<InquiryAction, 'assign'>

const texts: Record<BulkAction, string> = {
  spam: 'marked as spam',
  'not-spam': 'released from spam',
  close: 'closed',
}
const inquiries = (count: number) => counted(count, 'inquiry', 'inquiries')

/** The result: the count, why others were skipped, and why it ended early. */
function outcomeText({ changed, skipped, reason }: Job, action: BulkAction): string {
  const reasons = [...new Set(skipped.map((one) => one.reason))].join(' ')
  const rest = skipped.length > 0 ? `, ${skipped.length} skipped: ${reasons}` : ''
  return [`${inquiries(changed)} ${texts[action]}${rest}`, reason].filter(Boolean).join(rest ? ' ' : '. ')
}

/** Does the same with several inquiries, as a job: each that can be is changed, with one Undo; for the others the toast says why not. */
function useBulkAction({ table, target, onDone }: SelectedRecords) {
  const client = useQueryClient()
  const showToast = useToast()
  const [done, setDone] = useState(0)
  const reload = () => {
    client.invalidateQueries({ queryKey: ['inquiry'] })
    return reloadRecords(client, table)
  }

  const undo = useUndo(reload)
  const undoAction = async (id: string) => {
    const { changed, skipped } = await undoJob(id)
    return undoneText(changed, skipped.length, 'inquiry', 'inquiries')
  }

  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['bulk-inquiries', table],
    async mutationFn(action: BulkAction): Promise<Job | undefined> {
      const chosen = target()
      if (!chosen) return undefined
      setDone(0)
      const job = await callApi(startInquiryBatch, { body: { action, ...chosen } })
      return followJob(job, (now) => setDone(now.done))
    },
    onError: (error) => showToast({ error, text: 'Failed to change the inquiries' }),
    async onSuccess(job, action) {
      if (!job) return
      showToast({
        text: outcomeText(job, action),
        link: { label: 'Show in Recent work', href: paths.work },
        ...(job.undoable && { undo: () => undo(() => undoAction(job.id)) }),
      })
      await reload()
      onDone()
    },
  })
  return { run: mutate, isRunning: isPending, done }
}

const actions = [
  { action: 'spam', label: 'Spam', title: 'Mark as spam (!)', Icon: OctagonAlert },
  { action: 'not-spam', label: 'Not spam', title: undefined, Icon: MailCheck },
  { action: 'close', label: 'Mark as closed', title: undefined, Icon: CircleCheck },
] as const satisfies { action: BulkAction; label: string; title: string | undefined; Icon: unknown }[]

const isTooMany = ({ isEverything, count }: SelectedRecords) => !isEverything && count > maxInquiryIds

export function BulkActions(selected: SelectedRecords) {
  const { run, isRunning, done } = useBulkAction(selected)
  const cannotRun = isTooMany(selected)
  const hint = cannotRun
    ? `Up to ${maxInquiryIds} inquiries can be selected one by one. For more, filter the list and select all matching.`
    : undefined
  return (
    <>
      {actions.map(({ action, label, title, Icon }) => (
        <BarButton key={action} title={hint ?? title} disabled={isRunning || cannotRun} onClick={() => run(action)}>
          <Icon className="size-4" />
          {label}
        </BarButton>
      ))}
      <span role="status" className="self-center text-sm tabular-nums empty:hidden">
        {isRunning ? `${done} of ${selected.count}…` : hint}
      </span>
    </>
  )
}

/** `!` marks the selected inquiries as spam, or the one whose row has the focus. */
export function BulkKeys(selected: SelectedRecords) {
  const { run } = useBulkAction(selected)
  useShortcuts({ '!': isTooMany(selected) ? undefined : () => run('spam') })
  return null
}
