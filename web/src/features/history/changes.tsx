import './history.css'
import { type ChangeSource, erasedValue, type Revision } from '@app/contracts/history'
import type { References } from '@app/contracts/tables'
import { cutText, fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { referencedTable, referenceLabel } from '@app/table-schema/references'
import type { FieldSchema, TableSchema } from '@app/table-schema/schema'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { diffWordsWithSpace } from 'diff'
import { ArrowRight } from 'lucide-react'
import { listPath } from '#lib/list-address'
import { trashPath } from '#lib/paths'
import { allReferences } from '#lib/records'
import { counted } from '#lib/words'
import { SmallButton } from '#ui/button'
import { LoadState } from '#ui/load-state'
import { type BatchName, batchRecordsQuery } from './history.api'

/** The changes of fields that the table still has. */
export const knownChanges = (schema: TableSchema, { changes }: Pick<Revision, 'changes'>) =>
  Object.entries(changes).flatMap(([name, change]) => {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    return field ? [{ name, field, change }] : []
  })

const actions: Readonly<Record<Revision['action'], string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'taken out of the trash',
}

const sources: Readonly<Record<ChangeSource, string>> = {
  form: 'in the form',
  row: 'in the row',
  batch: 'with other records',
  import: 'by an import',
  undo: 'by an undo',
  restore: 'from the history',
  unlink: 'because a record it refers to was deleted',
  waiver: 'by signing the waiver',
}

/** `changed in the row`. Of a deletion the place says nothing. */
export function revisionText({ action, source }: Pick<Revision, 'action' | 'source'>): string {
  const isPlain = source === 'form' && action !== 'update' && action !== 'create'
  return isPlain ? actions[action] : `${actions[action]} ${sources[source]}`
}

/** The changes of an undo are kept under the name of the batch and a mark. */
export const batchName = (batch: string): BatchName => ({
  id: batch.replace(/-undo$/, ''),
  isUndo: batch.endsWith('-undo'),
})

/** From this length on words are compared instead of shown side by side. */
const longText = 60

type Props = {
  name: string
  field: FieldSchema
  change: readonly [before: unknown, after: unknown]
  references: References
  /** Sets the field back; left out where there is nothing to set back. */
  onRestore?: () => void
  isBusy: boolean
}

/** One field of a change: its old and new value, and the way back. */
export function ValueChange({ name, field, change: [before, after], references, onRestore, isBusy }: Props) {
  const title = titleOf(name, field)
  const text = (value: unknown) => valueText(field, value, references)
  const [old, new_] = [text(before), text(after)]
  const isLong = Math.max(old.length, new_.length) > longText
  return (
    <div className="grid gap-1 py-1.5">
      <dt className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold text-sm">
        {title}
        {onRestore && (
          <button
            type="button"
            disabled={isBusy}
            onClick={onRestore}
            aria-label={`${title}: Back to ${old || 'empty'}`}
            className="text-link min-h-6 text-left font-normal [overflow-wrap:anywhere] disabled:opacity-60"
          >
            Back to {cutText(old) || 'empty'}
          </button>
        )}
      </dt>
      <dd className="value-change text-sm [overflow-wrap:anywhere]">
        {isLong ? (
          <TextDifference before={old} after={new_} />
        ) : (
          <span className="flex flex-wrap items-center gap-x-2">
            <del>{old || 'empty'}</del>
            <ArrowRight className="size-3.5 shrink-0 text-muted" aria-label="became" />
            <ins>{new_ || 'empty'}</ins>
          </span>
        )}
      </dd>
    </div>
  )
}

function valueText(field: FieldSchema, value: unknown, references: References): string {
  if (value === erasedValue) return 'Erased'
  const table = referencedTable(field)
  if (table === undefined) return fullText(field, value)
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')
  return ids.map((id) => referenceLabel(references, table, id)).join(', ')
}

/** Beyond this the comparison could take seconds. */
const maxEdits = 2_000

type TextDifferenceProps = { before: string; after: string }

/** A long text before and after, with what was removed and added marked in one running text. */
function TextDifference({ before, after }: TextDifferenceProps) {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxEdits })
  if (!parts)
    return (
      <>
        <del>{before}</del>
        <ins>{after}</ins>
      </>
    )
  return (
    <span className="whitespace-pre-wrap">
      {parts.map(({ value, added, removed }, at) => {
        const Part = added ? 'ins' : removed ? 'del' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move.
        return <Part key={at}>{value}</Part>
      })}
    </span>
  )
}

type MoreButtonProps = {
  label: string
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

/** Loads the next page, as long as there is one. */
export const MoreButton = ({ label, query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreButtonProps) =>
  hasNextPage && (
    <SmallButton disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
      {label}
    </SmallButton>
  )

type BatchChangesProps = { schema: TableSchema; batch: BatchName }

/** Changes of a batch, an import or an undo, record by record. */
export function BatchChanges({ schema, batch }: BatchChangesProps) {
  const query = useInfiniteQuery(batchRecordsQuery(schema.name, batch))
  const { data, error, refetch } = query
  if (!data) return <LoadState query={{ data, error, refetch }} what="the records" />
  const references = allReferences(data.pages)
  const revisions = data.pages.flatMap((page) => page.data)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg border border-line bg-paper p-3">
      <p className="text-muted text-sm">{recordCount(data.pages[0]?.total ?? 0)}</p>
      <ol aria-label="Records of this change" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {revisions.map((revision) => {
          const { id, recordId, action } = revision
          const { label = recordId, deleted = false } = references[schema.name]?.[recordId] ?? {}
          const href = deleted ? trashPath(schema.name) : listPath({ table: schema.name, record: recordId })
          return (
            <li key={id} className="border-line border-b pb-2 text-sm last:border-b-0 last:pb-0">
              <p className="[overflow-wrap:anywhere]">
                <a href={href} className="text-link font-semibold">
                  {label}
                </a>{' '}
                {action !== 'update' && <span className="text-muted">{revisionText({ action, source: 'form' })}</span>}
              </p>
              {action === 'update' && (
                <dl>
                  {knownChanges(schema, revision).map((known) => (
                    <ValueChange key={known.name} {...known} references={references} isBusy={false} />
                  ))}
                </dl>
              )}
            </li>
          )
        })}
      </ol>
      <MoreButton label="More records" query={query} />
    </div>
  )
}

const recordCount = (total: number) => (total === 0 ? 'No records changed.' : counted(total, 'record'))
