import { lazy } from 'react'
import { reloadingImport } from '#lib/reloading-import'
import type { RecordPartProps, TableExtension } from '#lib/table-extension'
import { Button } from '#ui/button'
import { ChunkBoundary } from '#ui/chunk-boundary'
import { Notice } from '#ui/notice'
import { Spinner } from '#ui/spinner'
import { BulkActions, BulkKeys } from './bulk-actions'
import { DeadlineCell, MailCell, SpamCell } from './cells'
import { TabBadge } from './tab-badge'

const load = reloadingImport(() => import('./record/inquiry-parts'))
const Desk = lazy(async () => ({ default: (await load()).InquiryDesk }))
const Privacy = lazy(async () => ({ default: (await load()).PrivacyPart }))

/** What the inquiries' table adds to the dashboard: response deadline, emails and replies. */
export const inquiryExtension: TableExtension = {
  TabBadge,
  BulkActions,
  BulkKeys,
  leading: ['due_by', 'message', 'status', 'mail_state'],
  widths: { due_by: 224, message: 340, mail_state: 150 },
  shownInHead: ['message'],
  cells: { due_by: DeadlineCell, mail_state: MailCell, spam: SpamCell },
  RecordHead: (props: RecordPartProps) => (
    // Reading begins here, not in the first field.
    <section aria-label="Inquiry" tabIndex={-1} data-first className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ChunkBoundary loading={<Loading />} failed={<Failed />}>
        <Desk {...props} />
      </ChunkBoundary>
    </section>
  ),
  RecordTail: RecordPrivacy,
}

/** What is stored about the person of a record, and its erasure. */
export function RecordPrivacy(props: RecordPartProps) {
  return (
    <ChunkBoundary loading={null} failed={null}>
      <Privacy {...props} />
    </ChunkBoundary>
  )
}

const Loading = () => (
  <p role="status" className="flex items-center gap-2 py-4 text-muted">
    <Spinner />
    Loading the inquiry...
  </p>
)

const Failed = () => (
  <Notice tone="warn">
    <p>
      Mails and replies could not be loaded: the site may have been updated, or the connection was lost. The fields
      below work.
    </p>
    <Button size="small" variant="outline" className="justify-self-start" onClick={() => location.reload()}>
      Reload
    </Button>
  </Notice>
)
