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

/** Each inquiry is a call of its own, of which the edge lets 20 a second pass. */
const maxAtOnce = 500

/** What can be done with the selected inquiries. */
export function BulkActions(selected: SelectedRecords) {
  const { run, isRunning, done } = useBulkAction(selected)
  const isTooMany = selected.count > maxAtOnce
  const hint = isTooMany ? `Up to ${maxAtOnce} inquiries at once: narrow the list by a filter.` : undefined
  return (
    <>
      {actions.map(({ action, label, title, Icon }) => (
        <BarButton key={action} title={hint ?? title} disabled={isRunning || isTooMany} onClick={() => run(action)}>
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
  useShortcuts({ '!': selected.count <= maxAtOnce ? () => run('spam') : undefined })
  return null
}
