import type { TableRecord } from '@app/contracts/tables'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { Mail } from 'lucide-react'
import { mailDraftAtom } from '#features/mailings/mail-draft'
import { recordsQuery } from '#features/records/list/tables.api'
import { counted } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { Popover } from '#ui/popover'
import { concerns, mailAfterChange } from './lesson-message'
import { forgetUntoldBulkAtom, type UntoldBulk } from './untold.atoms'

/** True if a lesson is still as the change left it, and its people need to know. */
function isUntold({ changes }: UntoldBulk, record: TableRecord, now: number): boolean {
  if (Object.entries(changes).some(([field, value]) => (record[field] || null) !== value)) return false
  const before = 'cancelled' in changes ? { ...record, cancelled: changes['cancelled'] !== true } : record
  return concerns(changes, before as TableRecord, now)
}

/** A change of many lessons, with the email that is prepared about it. */
export function UntoldBulkChip({ schema, bulk }: { schema: TableSchema; bulk: UntoldBulk }) {
  const { data = [] } = useQuery(recordsQuery(schema, bulk.ids))
  const write = useSetAtom(mailDraftAtom)
  const forget = useSetAtom(forgetUntoldBulkAtom)
  const ids = data.filter((record) => isUntold(bulk, record, Date.now())).map(({ id }) => id)
  const mail = mailAfterChange(schema, bulk.changes)
  if (ids.length === 0 || !mail) return null
  const lessons = counted(ids.length, 'lesson')
  const dismiss = () => forget(bulk)
  return (
    <li>
      <Popover
        label="Families who were not told"
        trigger={
          <>
            <Mail className="size-4" />
            Not told: {lessons}
          </>
        }
        className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-warn bg-card px-3.5 text-sm text-warn hover:border-forest"
      >
        {(close) => (
          <div className="grid gap-3 p-2 text-[0.95rem]">
            <p>
              Families of {lessons} were not told: {mail.news}.
            </p>
            <div className="flex flex-wrap gap-2">
              <Button
                size="small"
                onClick={() => {
                  close()
                  write({ about: { table: 'lessons', ids }, ...mail, onSent: dismiss })
                }}
              >
                <Mail className="size-4.5" />
                Write
              </Button>
              <SmallButton onClick={dismiss}>Dismiss</SmallButton>
            </div>
          </div>
        )}
      </Popover>
    </li>
  )
}
