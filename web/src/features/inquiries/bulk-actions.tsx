import { maxInquiryIds } from '@app/contracts/inquiry-batches'
import { CircleCheck, MailCheck, OctagonAlert } from 'lucide-react'
import type { SelectedRecords } from '#lib/table-extension'
import { useShortcuts } from '#lib/use-shortcuts'
import { BarButton } from '#ui/bar-button'
import { type BulkAction, useBulkAction } from './use-bulk-action'

const actions = [
  { action: 'spam', label: 'Spam', title: 'Mark as spam (!)', Icon: OctagonAlert },
  { action: 'not-spam', label: 'Not spam', title: undefined, Icon: MailCheck },
  { action: 'close', label: 'Mark as closed', title: undefined, Icon: CircleCheck },
] as const satisfies { action: BulkAction; label: string; title: string | undefined; Icon: unknown }[]

const isTooMany = ({ isEverything, count }: SelectedRecords) => !isEverything && count > maxInquiryIds

/** Actions for the selected inquiries. */
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
