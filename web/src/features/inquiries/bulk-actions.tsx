import { CircleCheck, MailCheck, OctagonAlert } from 'lucide-react'
import type { SelectedRecords } from '#lib/table-extension'
import { useShortcuts } from '#lib/use-shortcuts'
import { BarButton } from '#ui/bar-button'
import { type BulkAction, useBulkAction } from './use-bulk-action'

const actions = [
  { action: 'spam', label: 'Spam', title: 'Mark as spam (!)', Icon: OctagonAlert },
  { action: 'not-spam', label: 'Not spam', title: undefined, Icon: MailCheck },
  { action: 'close', label: 'Close', title: undefined, Icon: CircleCheck },
] as const satisfies { action: BulkAction; label: string; title: string | undefined; Icon: unknown }[]

/** What can be done with the selected inquiries. */
export function BulkActions({ table, ids, onDone }: SelectedRecords) {
  const { run, isRunning, done } = useBulkAction(table, ids, onDone)
  useShortcuts({ '!': isRunning ? undefined : () => run('spam') })
  return (
    <>
      {actions.map(({ action, label, title, Icon }) => (
        <BarButton key={action} title={title} disabled={isRunning} onClick={() => run(action)}>
          <Icon className="size-4" />
          {label}
        </BarButton>
      ))}
      <span role="status" className="self-center text-sm tabular-nums empty:hidden">
        {isRunning && `${done} of ${ids.length}…`}
      </span>
    </>
  )
}
