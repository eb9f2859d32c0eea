import { CircleCheck, MailCheck, OctagonAlert } from 'lucide-react'
import type { SelectedRecords } from '#lib/table-extension'
import { BarButton } from '#ui/bar-button'
import { type BulkAction, useBulkAction } from './use-bulk-action'

const actions = [
  { action: 'spam', label: 'Spam', Icon: OctagonAlert },
  { action: 'not-spam', label: 'Not spam', Icon: MailCheck },
  { action: 'close', label: 'Close', Icon: CircleCheck },
] as const satisfies { action: BulkAction; label: string; Icon: unknown }[]

/** What can be done with the selected inquiries. */
export function BulkActions({ table, ids, onDone }: SelectedRecords) {
  const { run, isRunning, done } = useBulkAction(table, ids, onDone)
  return (
    <>
      {actions.map(({ action, label, Icon }) => (
        <BarButton key={action} disabled={isRunning} onClick={() => run(action)}>
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
