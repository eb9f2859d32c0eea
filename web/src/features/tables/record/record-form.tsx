import type { TableRecord } from '@app/contracts/tables'
import { tabLabel } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { titleOf } from '@app/table-schema/field'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { ConflictNotice } from './conflict-notice'
import { FormField, fieldId } from './form-field'
import { ReadOnlyFacts } from './read-only-facts'
import { formFields } from './record-values'
import { useRecordForm } from './use-record-form'
import { useRecordParts } from './use-record-parts'
import { type Saved, useSave } from './use-save'

const formId = 'admin_schema_form'

type Props = {
  schema: Descriptor
  /** Null for a record that does not exist yet. */
  record: TableRecord | null
  onSaved: (saved: Saved) => void
  onClose: () => void
  /** Whether something was typed that is not saved. */
  onDirty: (dirty: boolean) => void
  /** The record was removed from beside the form. */
  onGone: () => void
}

/** Creates or edits a record, after its schema. */
export function RecordForm({ schema, record, onSaved, onClose, onDirty, onGone }: Props) {
  const form = useRecordForm(schema, record)
  const element = useRef<HTMLFormElement>(null)
  const { save, isSaving, failure, conflict, settle } = useSave(schema, onSaved, (errors) => {
    form.refuse(errors)
    focusFirst(Object.keys(errors))
  })
  const { writable, readOnly } = formFields(schema, form.isNew)
  const [partsDirty, setPartsDirty] = useState(false)
  const isDirty = form.changed.length > 0 || partsDirty
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const parts = useRecordParts(schema, form, { onDirty: setPartsDirty, onGone })

  /** Only once the messages are there: they are read with the field. */
  const focusFirst = (names: readonly string[]) =>
    requestAnimationFrame(() => {
      const first = writable.find(([name]) => names.includes(name))?.[0]
      const found = first === undefined ? null : document.getElementById(fieldId(first))
      found?.focus()
      found?.scrollIntoView({ block: 'center' })
    })

  /** What a browser holds back because it cannot read it: half a date, a number that is none. */
  function unreadable() {
    const inputs = [...(element.current?.querySelectorAll<HTMLInputElement>('input[name]') ?? [])]
    return Object.fromEntries(
      inputs
        .filter(({ validity, name }) => validity?.badInput && schema.properties[name])
        .map(({ name, type }) => {
          const title = titleOf(name, schema.properties[name])
          return [name, type === 'number' ? `${title} must be a number` : `${title} must be a valid date`]
        }),
    )
  }

  function submit(over: TableRecord | null = form.record) {
    const errors = form.check(unreadable())
    if (Object.keys(errors).length > 0) return focusFirst(Object.keys(errors))
    save({ values: form.values, before: form.before, over })
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    submit()
  }

  const noun = schema.title ? tabLabel(schema) : 'Record'
  return (
    <Dialog
      title={`${form.isNew ? 'Create' : 'Edit'} ${noun}`}
      busy={isSaving}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" className="mr-auto" disabled={isSaving} onClick={form.reset}>
            Reset
          </Button>
          <Button variant="outline" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {parts.head}
        <form id={formId} ref={element} noValidate onSubmit={onSubmit} className="grid gap-5">
          {conflict && (
            <ConflictNotice
              schema={schema}
              conflict={conflict}
              mine={form.values}
              busy={isSaving}
              onOverwrite={() => conflict.kind === 'stale' && submit(conflict.record)}
              onReload={(theirs) => {
                settle()
                form.start(theirs)
              }}
              onCreateAgain={() => submit(null)}
            />
          )}
          {failure && (
            <Notice tone="bad" takesFocus={Object.keys(form.errors).length === 0}>
              <p>{failure}</p>
            </Notice>
          )}
          {writable.map(([name, field]) => (
            <FormField key={name} schema={schema} name={name} field={field} form={form} />
          ))}
          {form.record && <ReadOnlyFacts record={form.record} fields={readOnly} />}
        </form>
        {parts.tail}
      </div>
    </Dialog>
  )
}
