import type { EditableSchema, TableSummary } from '@app/contracts/schema-editor'
import { checkedTableSchema, type TableSchema } from '@app/table-schema/schema'
import { Plus } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import * as v from 'valibot'
import { Button } from '#ui/button'
import { DiscardDialog } from '#ui/discard-dialog'
import { Notice } from '#ui/notice'
import { isSame, moved, withField, withoutField } from './draft'
import { FieldDialog } from './field-dialog'
import { FieldList } from './field-list'
import { RetireTable } from './retire-table'
import { RetiredFields } from './retired-fields'
import { SaveDialog } from './save-dialog'
import { TableFields } from './table-fields'
import { Versions } from './versions'

export type Preview = ComponentType<{ schema: TableSchema }>
type Props = {
  stored: EditableSchema
  tables: readonly TableSummary[]
  Preview: Preview
  onReload: () => void
  onLeave: () => void
}
type Open = { kind: 'field'; name: string | null } | { kind: 'save' } | { kind: 'discard'; then: () => void }

const heading = 'font-display font-semibold text-xl'

/** The fields of one table. Changes are collected in a draft, and tried against the stored records before they are saved. */
export function TableEditor({ stored, tables, Preview, onReload, onLeave }: Props) {
  const [draft, setDraft] = useState(stored.schema)
  const [open, setOpen] = useState<Open>()
  const [showsVersions, setShowsVersions] = useState(false)
  const isDirty = !isSame(draft, stored.schema)
  const close = () => setOpen(undefined)
  const leaving = (then: () => void) => (isDirty ? setOpen({ kind: 'discard', then }) : then())
  const targets = tables.filter(({ isRetired, error }) => !isRetired && !error)
  const readable = v.safeParse(checkedTableSchema, draft)

  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <button type="button" className="text-link min-h-11" onClick={() => leaving(onLeave)}>
            All tables
          </button>
          <h2 className="text-3xl [overflow-wrap:anywhere]">{stored.title}</h2>
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
      {isDirty && !readable.success && (
        <Notice tone="warn">
          <p>{readable.issues[0].message}</p>
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <div className="grid content-start gap-6">
          <TableFields draft={draft} onChange={setDraft} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className={heading}>Fields</h3>
            <Button size="small" variant="outline" onClick={() => setOpen({ kind: 'field', name: null })}>
              <Plus className="size-5" />
              Add a field
            </Button>
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
          {readable.success && <Preview key={JSON.stringify(draft)} schema={draft} />}
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
            close()
          }}
        />
      )}
      {open?.kind === 'save' && (
        <SaveDialog stored={stored} draft={draft} onClose={close} onSaved={close} onReload={() => leaving(onReload)} />
      )}
      {open?.kind === 'discard' && <DiscardDialog onDiscard={open.then} onKeep={close} />}
    </>
  )
}
