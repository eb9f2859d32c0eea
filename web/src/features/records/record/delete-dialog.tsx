import { AppError } from '@app/contracts/errors'
import { deleteRecord as deleteCall } from '@app/contracts/record-changes'
import { type ReferrerCount, type Referrers, referrerCount, type TableRecord } from '@app/contracts/tables'
import { columns, tabLabel } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { failureText } from '#lib/failure-text'
import { listPath } from '#lib/list-address'
import { useSingleMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { ConfirmDialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { recordName } from '../list/record-name'
import { referrersQuery } from '../list/references/references.api'
import { deleteRecord } from '../list/tables.api'
import { useSchema } from '../list/use-schema'

type Props = { schema: TableSchema; record: TableRecord; onClose: () => void; onDeleted: () => void }

const refusal = v.object({ referrers: v.array(referrerCount) })

/** The records that stand in the way of a delete, as the refused call counts them. */
function referrersFrom(error: unknown): ReferrerCount[] {
  const read = v.safeParse(refusal, error instanceof AppError ? error.cause : undefined)
  return read.success ? read.output.referrers : []
}

/** Confirms and deletes one record, on request together with what refers to it; a failure keeps the dialog open. */
export function DeleteDialog({ schema, record, onClose, onDeleted }: Props) {
  useRecentSignIn('This deletion', deleteCall, schema.name)
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['delete', schema.name, record.id],
    mutationFn: (unlink: boolean) => deleteRecord(schema.name, record.id, unlink),
    onSuccess: onDeleted,
  })
  const { data: known = [] } = useQuery(referrersQuery(schema.name, record.id))
  const refused = referrersFrom(error)
  const referrers = (refused.length > 0 ? refused : known).filter(({ total }) => total > 0)
  const isReferred = referrers.length > 0
  return (
    <ConfirmDialog
      title={`Delete ${recordName(columns(schema), record)}`}
      action={isPending ? 'Deleting...' : isReferred ? 'Remove it from them and delete' : 'Delete'}
      busy={isPending}
      onConfirm={() => mutate(isReferred)}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this {schema.singular ?? schema.title ?? 'record'}?</p>
      {isReferred && <ReferrerCounts referrers={referrers} samples={known} />}
      {error && refused.length === 0 && (
        <div className="mt-3">
          <Notice tone="bad" text={failureText(error, 'Failed to delete record')} />
        </div>
      )}
    </ConfirmDialog>
  )
}

type ReferrerCountsProps = { referrers: readonly ReferrerCount[]; samples: Referrers }

/** Records that refer to one that is about to be deleted, counted by table. */
const ReferrerCounts = ({ referrers, samples }: ReferrerCountsProps) => (
  <div role="status" className="mt-3 grid gap-1.5">
    <p className="font-semibold">Other records refer to it:</p>
    <ul className="grid gap-1.5">
      {referrers.map((one) => (
        <Line
          key={`${one.table} ${one.field}`}
          {...one}
          sample={samples.find(({ table, field }) => table === one.table && field === one.field)?.sample ?? []}
        />
      ))}
    </ul>
    <p className="text-muted text-sm">Undo, or a restore from the trash, adds it to them again.</p>
  </div>
)

function Line({ table, field, total, sample }: Referrers[number]) {
  const schema = useSchema(table)
  const name = `${schema ? tabLabel(schema) : table}, ${titleOf(field, schema?.properties[field])}`
  const more = total - sample.length
  return (
    <li className="rounded-lg border border-line px-3 py-1.5 text-[0.93rem]">
      <span className="font-semibold">
        {name}: {total}
      </span>
      {sample.length > 0 && (
        <span className="block text-muted text-sm [overflow-wrap:anywhere]">
          {sample.map((record, at) => (
            <span key={record.id}>
              {at > 0 && ', '}
              <a href={listPath({ table, record: record.id })} target="_blank" rel="noreferrer" className="text-link">
                {record.label}
              </a>
            </span>
          ))}
          {more > 0 && ` and ${more} more`}
        </span>
      )}
    </li>
  )
}
