import { updateRecord } from '@app/contracts/record-changes'
import type { TableRecord } from '@app/contracts/tables'
import { columns, fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import type { Values } from '@app/table-schema/record'
import type { FieldSchema, TableSchema } from '@app/table-schema/schema'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { Button, SmallButton } from '#ui/button'
import { onDemand } from '#ui/chunk'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { recordName, singular } from '../../list/record-name'
import { useExtension } from '../../list/use-schema'
import { widgetKind } from '../widgets/widget'
import { FormField, type FormFieldProps, fieldId } from './form-field'
import { formFields, type Saved, useRecordForm, useSave } from './use-record-form'

const ConflictNotice = onDemand(() => import('./conflict-notice').then((file) => file.ConflictNotice))

const formId = 'admin_schema_form'

type Props = {
  schema: TableSchema
  /** Null for a record that does not exist yet. */
  record: TableRecord | null
  /** Values that a new record begins with. */
  given?: Values
  onSaved: (saved: Saved) => void
  /** Called instead of `onSaved` to edit the next record, if there is one; `field` is the element that was used last. */
  onSavedNext?: ((saved: Saved, field: string | undefined) => void) | undefined
  /** The element that gets the focus. If it is a choice, making it saves and opens the next record. */
  field?: string | undefined
  /** Opens the record that *Next* came from. */
  onPrevious?: (() => void) | undefined
  onClose: () => void
  /** True if there are unsaved changes. */
  onDirty: (dirty: boolean) => void
}

/** The modal that creates or edits a record, generated from its schema. */
export function RecordForm({
  schema,
  record,
  given,
  onSaved,
  onSavedNext,
  field,
  onPrevious,
  onClose,
  onDirty,
}: Props) {
  const form = useRecordForm(schema, record, given)
  useRecentSignIn('This change', updateRecord, schema.name)
  const { FormNotes } = useExtension(schema.name)
  const element = useRef<HTMLFormElement>(null)
  const goesOn = useRef(false)
  const lastField = useRef(field)
  const onDone = (saved: Saved) =>
    goesOn.current && onSavedNext ? onSavedNext(saved, lastField.current) : onSaved(saved)
  const { save, isSaving, failure, conflict, dismissConflict } = useSave(schema, onDone, (errors) => {
    form.refuse(errors)
    focusFirst(Object.keys(errors))
  })
  const { laterFields } = useExtension(schema.name)
  const { writable, readOnly } = formFields(schema, form.isNew, laterFields)
  const isDirty = form.changed.some((name) => !given || form.values[name] !== given[name])
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  useEffect(() => {
    const found = field === undefined ? null : document.getElementById(field)
    found?.focus()
    found?.scrollIntoView({ block: 'center' })
  }, [field])

  /** After the messages are in the page, so that a screen reader reads them with the field. */
  const focusFirst = (names: readonly string[]) =>
    requestAnimationFrame(() => {
      const first = writable.find(([name]) => names.includes(name))?.[0]
      const found = first === undefined ? null : document.getElementById(fieldId(first))
      found?.focus()
      found?.scrollIntoView({ block: 'center' })
    })

  /** Inputs whose text the browser cannot read, such as half a date: it reports an empty value for them. */
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

  function submit(base: TableRecord | null = form.record) {
    const errors = form.check(unreadable())
    if (Object.keys(errors).length > 0) return focusFirst(Object.keys(errors))
    save({ values: form.values, before: form.before, base })
  }
  const noteField = ({ target }: FormEvent<HTMLFormElement>) => {
    lastField.current = (target as HTMLElement).id || undefined
  }
  function goOn() {
    goesOn.current = true
    submit()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    goesOn.current = false
    submit()
  }

  return (
    <Dialog
      title={`${form.isNew ? 'Create' : 'Edit'} ${singular(schema)}`}
      busy={isSaving}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" className="mr-auto px-0!" disabled={isSaving} onClick={form.reset}>
            Reset
          </Button>
          <Button variant="outline" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          {/* On a phone no value is edited in its row. */}
          {onSavedNext && (
            <Button
              variant="outline"
              className="md:hidden"
              disabled={isSaving}
              title="Save, and edit the next record of the list"
              onClick={goOn}
            >
              Next
            </Button>
          )}
          <Button type="submit" form={formId} disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <form
          id={formId}
          ref={element}
          noValidate
          onSubmit={onSubmit}
          onFocus={noteField}
          // Some browsers give what is pressed no focus.
          onChange={noteField}
          className="grid gap-5 md:grid-cols-2 md:gap-x-6 md:*:not-data-[half=true]:col-span-2"
        >
          {conflict && (
            <ConflictNotice
              schema={schema}
              conflict={conflict}
              mine={form.values}
              busy={isSaving}
              onOverwrite={() => conflict.kind === 'stale' && submit(conflict.record)}
              onReload={(theirs) => {
                dismissConflict()
                form.start(theirs)
              }}
              onRecreate={() => submit(null)}
            />
          )}
          {failure && <Notice tone="bad" takesFocus={Object.keys(form.errors).length === 0} text={failure} />}
          {writable.map(([name, property]) => {
            const props = { schema, name, field: property, form }
            return field === fieldId(name) && widgetKind(property) === 'select' ? (
              <FillDown key={name} {...props} isLast={!onSavedNext} onChosen={goOn} onPrevious={onPrevious} />
            ) : (
              <FormField key={name} {...props} />
            )
          })}
          {FormNotes && <FormNotes id={form.record?.id} values={form.values} />}
          {form.record && <ReadOnlyFields record={form.record} fields={readOnly} />}
        </form>
      </div>
    </Dialog>
  )
}

type ReadOnlyFieldsProps = { record: TableRecord; fields: readonly (readonly [string, FieldSchema])[] }

/** The fields that cannot be edited. */
const ReadOnlyFields = ({ record, fields }: ReadOnlyFieldsProps) => (
  <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-6 gap-y-3 rounded-xl bg-paper p-4 text-sm">
    {([['id', { type: 'string', title: 'ID' }], ...fields] as const).map(([name, field]) => (
      <div key={name} className="min-w-0">
        <dt className="text-muted">{titleOf(name, field)}</dt>
        <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{fullText(field, record[name]) || '–'}</dd>
      </div>
    ))}
  </dl>
)

type FillDownProps = FormFieldProps & {
  /** No record of the list follows. */
  isLast: boolean
  /** Saves, and opens the next record or closes the form. */
  onChosen: () => void
  onPrevious: (() => void) | undefined
}

/** A live region announces only text that is added after the region itself. */
const settledMs = 100

/**
 * The field of a choice while one record of the list after the other is filled in: a choice is saved and opens the next record. A choice
 * by keys is not saved, since arrow keys pass through the options.
 */
function FillDown({ isLast, onChosen, onPrevious, ...field }: FillDownProps) {
  const { schema, name, form } = field
  const isByKey = useRef(false)
  const whose = form.record ? recordName(columns(schema), form.record) : ''
  const does = `Choosing ${titleOf(name, field.field)} saves ${isLast ? 'and closes' : 'and opens the next record'}.`
  const chosen = form.changed.includes(name) ? form.values[name] : undefined
  const goOn = useEffectEvent(onChosen)
  useEffect(() => {
    if (chosen !== undefined && !isByKey.current) goOn()
  }, [chosen])
  const [said, say] = useState('')
  useEffect(() => {
    const timer = setTimeout(say, settledMs, `${whose}. ${does}`)
    return () => clearTimeout(timer)
  }, [whose, does])
  return (
    <fieldset
      className="grid min-w-0 gap-3"
      onKeyDown={() => {
        isByKey.current = true
      }}
      onPointerDown={() => {
        isByKey.current = false
      }}
    >
      <div className="flex items-center gap-3 rounded-xl bg-paper py-2 pr-2 pl-4">
        <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
          <span className="block font-semibold">{whose}</span>
          <span className="text-muted text-sm">{does}</span>
        </p>
        {onPrevious && (
          <SmallButton className="shrink-0" onClick={onPrevious}>
            Back
          </SmallButton>
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <FormField {...field} />
    </fieldset>
  )
}
