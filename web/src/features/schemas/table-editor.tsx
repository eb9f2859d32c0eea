import { retireSchema } from '@app/contracts/schema-calls'
import type { EditableSchema, RetiredField, TableSummary } from '@app/contracts/schema-editor'
import { kindOf, titleOf, wordsOf } from '@app/table-schema/field'
import { readableTableSchema, type TableSchema } from '@app/table-schema/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { TablePreview } from '#features/records/record/preview/table-preview'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/queries'
import { momentText } from '#lib/school-time'
import { counted } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { DiscardDialog } from '#ui/dialog'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import { fieldsOf } from '#ui/form-values'
import { Failure, LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { useToast } from '#ui/toast'
import { isSame, moved, withField, withoutField } from './draft'
import { FieldDialog } from './field-dialog'
import { FieldList } from './field-list'
import { differences } from './rule-texts'
import { SaveDialog } from './save-dialog'
import { reloadSchemas, versionsQuery } from './schema-queries'

type TableFieldsProps = { draft: TableSchema; onChange: (draft: TableSchema) => void }
/** The names of the table and of one of its records. */
function TableFields({ draft, onChange }: TableFieldsProps) {
  const field = fieldsOf<TableSchema>('table', draft, (changed) => {
    const entries = Object.entries({ ...draft, ...changed }).filter(([, value]) => value !== '')
    onChange(Object.fromEntries(entries) as TableSchema)
  })
  const texts = Object.entries(draft.properties).filter(([, field]) => kindOf(field) === 'string')
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField {...field('title', 'Name of the table')} placeholder={wordsOf(draft.name)} maxLength={200} />
      <TextField {...field('singular', 'Singular name')} maxLength={200} />
      <SelectField
        {...field('title_field', 'Title field')}
        placeholder="The first required text"
        options={texts.map(([name, field]) => ({ value: name, label: titleOf(name, field) }))}
      />
      <TextAreaField {...field('description', 'Description (optional)')} rows={2} maxLength={2_000} />
    </div>
  )
}

type Props = {
  stored: EditableSchema
  tables: readonly TableSummary[]
  onReload: () => void
  onLeave: () => void
  /** From a list, where a field is missing: it begins with adding that, and is called once it is saved. */
  onAdded?: (() => void) | undefined
}
type Open = { kind: 'field'; name: string | null } | { kind: 'save' } | { kind: 'discard'; then: () => void }

const heading = 'font-display font-semibold text-xl'

/** The fields of one table. Changes are collected in a draft, and tried against the stored records before they are saved. */
export function TableEditor({ stored, tables, onReload, onLeave, onAdded }: Props) {
  const [draft, setDraft] = useState(stored.schema)
  const [open, setOpen] = useState<Open | undefined>(onAdded && { kind: 'field', name: null })
  const [showsVersions, setShowsVersions] = useState(false)
  const isDirty = !isSame(draft, stored.schema)
  const close = () => setOpen(undefined)
  const leaving = (then: () => void) => (isDirty ? setOpen({ kind: 'discard', then }) : then())
  const targets = tables.filter(({ isRetired, error }) => !isRetired && !error)
  const readable = v.safeParse(readableTableSchema, draft)

  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <button type="button" className="text-link min-h-11" onClick={() => leaving(onLeave)}>
            All tables
          </button>
          <h2 className="text-2xl [overflow-wrap:anywhere]">{stored.title}</h2>
        </div>
        {isDirty && (
          <Button variant="outline" onClick={() => setDraft(stored.schema)}>
            Undo all changes
          </Button>
        )}
        <Button disabled={!isDirty || !readable.success} onClick={() => setOpen({ kind: 'save' })}>
          Check and save
        </Button>
      </div>
      {stored.error && (
        <Notice tone="bad" title="This table is hidden">
          <p>{stored.error} No record is lost. Fix it here or go back to an earlier version.</p>
        </Notice>
      )}
      {isDirty && !readable.success && <Notice tone="warn" text={readable.issues[0].message} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <div className="grid content-start gap-6">
          <TableFields draft={draft} onChange={setDraft} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className={heading}>Fields</h3>
            <SmallButton onClick={() => setOpen({ kind: 'field', name: null })}>
              <Plus className="size-5" />
              Add a field
            </SmallButton>
          </div>
          <FieldList
            draft={draft}
            needed={stored.neededFields}
            onEdit={(name) => setOpen({ kind: 'field', name })}
            onMove={(name, by) => setDraft(moved(draft, name, by))}
            onRetire={(name) => setDraft(withoutField(draft, name))}
          />
          <RetiredFields
            fields={stored.retiredFields.filter(({ name }) => !draft.properties[name])}
            onReturn={({ name, field }) => setDraft(withField(draft, name, field, false))}
          />
        </div>
        <div className="grid content-start gap-4">
          <h3 className={heading}>Preview</h3>
          {readable.success && <TablePreview key={JSON.stringify(draft)} schema={draft} />}
        </div>
      </div>
      <div className="grid gap-4">
        <h3 className={heading}>Versions</h3>
        {showsVersions ? (
          <Versions name={stored.name} current={draft} onReturn={setDraft} />
        ) : (
          <Button variant="outline" className="justify-self-start" onClick={() => setShowsVersions(true)}>
            Show earlier versions
          </Button>
        )}
      </div>
      <RetireTable stored={stored} />
      {open?.kind === 'field' && (
        <FieldDialog
          draft={draft}
          name={open.name}
          tables={targets}
          taken={stored.retiredFields.map(({ name }) => name)}
          isNeeded={open.name !== null && stored.neededFields.includes(open.name)}
          onClose={close}
          onDone={(name, field, isRequired) => {
            setDraft(withField(draft, name, field, isRequired))
            setOpen(onAdded && { kind: 'save' })
          }}
        />
      )}
      {open?.kind === 'save' && (
        <SaveDialog
          stored={stored}
          draft={draft}
          onClose={close}
          onSaved={onAdded ?? close}
          onReload={() => leaving(onReload)}
        />
      )}
      {open?.kind === 'discard' && <DiscardDialog onDiscard={open.then} onKeep={close} />}
    </>
  )
}

type RetiredFieldsProps = { fields: readonly RetiredField[]; onReturn: (field: RetiredField) => void }

/** Fields that are hidden, and how long their values are kept. */
const RetiredFields = ({ fields, onReturn }: RetiredFieldsProps) => (
  <ul aria-label="Retired fields" className="grid gap-2">
    {fields.map((retired) => {
      const title = titleOf(retired.name, retired.field)
      return (
        <li
          key={retired.name}
          className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-card py-2 pr-2 pl-4"
        >
          <span className="min-w-0 flex-1 basis-52 [overflow-wrap:anywhere]">
            {title}
            <span className="block text-muted text-sm">
              Retired; removed with its values in {counted(retired.daysLeft, 'day')}
            </span>
          </span>
          <SmallButton aria-label={`Bring back ${title}`} onClick={() => onReturn(retired)}>
            Bring back
          </SmallButton>
        </li>
      )
    })}
  </ul>
)

type VersionsProps = { name: string; current: TableSchema; onReturn: (schema: TableSchema) => void }

/** Former descriptions, each with how the current one differs from it. Returning to one is a draft like any other. */
function Versions({ name, current, onReturn }: VersionsProps) {
  const { data, error, refetch } = useQuery(versionsQuery(name))
  if (!data) return <LoadState query={{ data, error, refetch }} what="the versions" />
  if (data.length === 0) return <p className="text-muted">This table has not been changed here yet.</p>
  return (
    <ol className="grid gap-3">
      {data.map(({ id, savedAt, savedBy, schema }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-card p-4">
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-semibold">
              {savedAt ? momentText(savedAt) : 'As shipped'}
              {savedBy && <span className="font-normal text-muted [overflow-wrap:anywhere]"> by {savedBy}</span>}
            </p>
            <p className="text-muted text-sm">
              Since then: {differences(schema, current).join(', ') || 'nothing changed'}
            </p>
          </div>
          <SmallButton onClick={() => onReturn({ ...schema, name })}>Restore this version</SmallButton>
        </li>
      ))}
    </ol>
  )
}

/** Hides a table, or brings it back. */
function RetireTable({ stored }: { stored: EditableSchema }) {
  const client = useQueryClient()
  const showToast = useToast()
  const change = useSingleMutation({
    mutationKey: ['schema', stored.name],
    mutationFn: () =>
      callApi(retireSchema, {
        params: { name: stored.name },
        body: { version: stored.version, isRetired: !stored.isRetired },
      }),
    onSuccess: () => showToast({ text: stored.isRetired ? `${stored.title} is back` : `${stored.title} is retired` }),
    onSettled: () => reloadSchemas(client),
  })
  if (!stored.isRetired && stored.neededFields.length > 0)
    return <p className="text-muted">Other parts of the product need this table. It cannot be retired.</p>
  return (
    <div className="grid justify-items-start gap-2">
      <Failure error={change.error} fallback="The table could not be changed" />
      <p className="text-muted">
        {stored.isRetired
          ? 'This table is retired and hidden. Its records are still there.'
          : 'A retired table is hidden. Its records stay, and it can be brought back.'}
      </p>
      <Button variant="outline" disabled={change.isPending} onClick={() => change.mutate()}>
        {stored.isRetired ? 'Bring back this table' : 'Retire this table'}
      </Button>
    </div>
  )
}
