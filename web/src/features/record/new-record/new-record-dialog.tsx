import { titleField } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { type FormEvent, useEffect, useId } from 'react'
import { createPortal } from 'react-dom'
import type { NewRecordProps } from '#features/list/references/new-record'
import { singular } from '#features/list/singular'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { FormField, fieldId } from '../form/form-field'
import { formFields, isNeeded } from '../form/record-values'
import { type RecordForm, useRecordForm } from '../form/use-record-form'
import { useSave } from '../form/use-save'
import { useLikelyDuplicates } from './likely-duplicates'

/** The fields that must be filled in, and those with an error. */
export const neededFields = (schema: TableSchema, { values, errors }: Pick<RecordForm, 'values' | 'errors'>) =>
  formFields(schema, true).writable.filter(([name]) => errors[name] || isNeeded(schema, name, values))

/** Creates a record from a picker: only the fields it needs, with what was typed filled in, and who may be meant instead. */
export function NewRecordDialog({ table, field, schema, name, onExisting, onCreated, onClose }: NewRecordProps) {
  const id = useId()
  const title = titleField(schema)
  const form = useRecordForm(schema, null, title === undefined ? {} : { [title]: name })
  const shown = neededFields(schema, form)
  const likely = useLikelyDuplicates(table, field, String(form.values[title ?? ''] ?? ''))
  const focusFirst = (names: readonly string[]) =>
    requestAnimationFrame(() => names[0] !== undefined && document.getElementById(fieldId(names[0], id))?.focus())
  const { save, isSaving, failure } = useSave(
    schema,
    ({ record }) => onCreated(record),
    (errors) => {
      form.refuse(errors)
      focusFirst(Object.keys(errors))
    },
  )
  // Whoever creates a record here has typed its name: the first field that is still empty follows.
  const firstEmpty = shown.find(([each]) => !form.values[each])?.[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens.
  useEffect(() => document.getElementById(fieldId(firstEmpty ?? title ?? '', id))?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    // The picker may be part of another form, which React would tell as well.
    event.stopPropagation()
    const errors = form.check()
    if (Object.keys(errors).length > 0) return focusFirst(Object.keys(errors))
    save({ values: form.values, before: form.before, base: null })
  }

  return createPortal(
    <Dialog
      title={`New ${singular(schema).toLowerCase()}`}
      size="small"
      busy={isSaving}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={isSaving}>
            {isSaving ? 'Adding...' : `Add ${singular(schema).toLowerCase()}`}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {likely.length > 0 && (
          <section
            aria-label="Likely the same"
            className="grid gap-2 rounded-xl border border-warn-line bg-warn-soft p-3"
          >
            <p className="font-semibold text-warn">Already here?</p>
            <ul className="grid gap-1.5">
              {likely.map((choice) => (
                <li key={choice.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <Button size="small" variant="outline" disabled={isSaving} onClick={() => onExisting(choice.id)}>
                    {choice.label}
                  </Button>
                  {choice.badges?.map((badge) => (
                    <Badge key={badge.label} {...badge} />
                  ))}
                </li>
              ))}
            </ul>
          </section>
        )}
        <form id={id} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {failure && (
            <Notice tone="bad">
              <p>{failure}</p>
            </Notice>
          )}
          {shown.map(([each, about]) => (
            <FormField key={each} schema={schema} name={each} field={about} form={form} prefix={id} />
          ))}
        </form>
      </div>
    </Dialog>,
    document.body,
  )
}
