import { inquiryTable } from '@app/contracts/inquiries'
import { lazy } from 'react'
import { reloadingImport } from '#lib/reloading-import'
import type { FeatureModule, RecordPartProps, TableExtension } from '#lib/table-extension'
import { SmallButton } from '#ui/button'
import { ChunkBoundary } from '#ui/chunk'
import { Loading } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { BulkActions, BulkKeys } from './bulk-actions'
import { DeadlineCell, MailCell, SpamCell } from './cells'
import { ListHead, usePolledCounters } from './list-head'

const load = reloadingImport(() => import('./record/inquiry-parts'))
const Desk = lazy(async () => ({ default: (await load()).InquiryDesk }))
const Privacy = lazy(async () => ({ default: (await load()).PrivacyPart }))

/** The inquiries' table: response deadline, emails and replies. */
const inquiries: TableExtension = {
  ListHead,
  TabBadge,
  BulkActions,
  BulkKeys,
  leading: ['due_by', 'message', 'status', 'mail_state'],
  trailing: ['mail_error', 'spam_reason'],
  widths: { due_by: 224, message: 340, mail_state: 150 },
  shownInHead: ['message'],
  cells: { due_by: DeadlineCell, mail_state: MailCell, spam: SpamCell },
  RecordHead: (props: RecordPartProps) => (
    // Reading begins here, not in the first field.
    <section aria-label="Inquiry" tabIndex={-1} data-first className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ChunkBoundary loading={<LoadingInquiry />} failed={<Failed />}>
        <Desk {...props} />
      </ChunkBoundary>
    </section>
  ),
  RecordTail: RecordPrivacy,
}

/** Inquiries, and for each student and guardian what is stored about them. */
export const inquiriesModule: FeatureModule = {
  tables: {
    [inquiryTable]: inquiries,
    students: { RecordTail: RecordPrivacy },
    guardians: { RecordTail: RecordPrivacy },
  },
}

/** The data about the person of a record, and its erasure. */
function RecordPrivacy(props: RecordPartProps) {
  return (
    <ChunkBoundary loading={null} failed={null}>
      <Privacy {...props} />
    </ChunkBoundary>
  )
}

const LoadingInquiry = () => <Loading className="py-4">Loading the inquiry...</Loading>

const Failed = () => (
  <Notice tone="warn">
    <p>
      Mails and replies could not be loaded: the site may have been updated, or the connection was lost. The fields
      below work.
    </p>
    <SmallButton onClick={() => location.reload()}>Reload</SmallButton>
  </Notice>
)

/** The number of overdue inquiries, else of new ones. */
function TabBadge() {
  const { data } = usePolledCounters()
  const isOverdue = data && data.overdue > 0
  const count = data && (isOverdue ? data.overdue : data.new)
  if (!count) return null
  return (
    <span
      data-alarm={isOverdue}
      className="ml-2 inline-block min-w-6 rounded-full border border-line bg-card px-1.5 text-center text-ink text-sm data-[alarm=true]:border-bad data-[alarm=true]:bg-bad data-[alarm=true]:text-card"
    >
      {count}
      <span className="sr-only">{isOverdue ? ' overdue' : ' new'}</span>
    </span>
  )
}
