import { AppError } from '@app/contracts/errors'
import { titleField } from '@app/table-schema/references'
import { type FormEvent, useEffect, useId } from 'react'
import { createPortal } from 'react-dom'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/queries'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { singular } from '../../list/record-name'
import type { NewRecordProps } from '../../list/references/references.api'
import { FormField, fieldId } from '../form/form-field'
import { neededFields, useRecordForm, useSave } from '../form/use-record-form'
import { useLikelyDuplicates } from './likely-duplicates'
import { AlreadyHere, type NewReference, NewReferenceField, useNewReference } from './new-reference-field'

/** Creates a record from a picker: only the fields it needs, with what was typed filled in, and who may be meant instead. */
export function NewRecordDialog({ table, field, schema, name, onExisting, onCreated, onClose }: NewRecordProps) {
  const id = useId()
  const title = titleField(schema)
  const form = useRecordForm(schema, null, title === undefined ? {} : { [title]: name })
  const shown = neededFields(schema, form)
  const likely = useLikelyDuplicates(table, field, String(form.values[title ?? ''] ?? ''))
  const reference = useNewReference(schema, form)
  const focusFirst = (names: readonly string[], prefix = id) =>
    requestAnimationFrame(() => names[0] !== undefined && document.getElementById(fieldId(names[0], prefix))?.focus())
  const { save, isSaving, failure } = useSave(
    schema,
    ({ record }) => onCreated(record),
    (errors) => {
      form.refuse(errors)
      focusFirst(Object.keys(errors))
    },
  )
  const linking = useSingleMutation({
    mutationKey: ['link', schema.name],
    mutationFn: async ({ resolve }: NewReference) => resolve(),
    onSuccess(value, { name: linked, setText }) {
      form.set(linked, value)
      setText('')
      save({ values: { ...form.values, [linked]: value }, before: form.before, base: null })
    },
    onError(error, { refuse }) {
      if (error instanceof AppError && error.fields) refuse(error.fields)
    },
  })
  const isBusy = isSaving || linking.isPending
  const failed = failure ?? (linking.error ? failureText(linking.error, 'Failed to create record') : undefined)
  // Whoever creates a record here has typed its name: the first field that is still empty follows.
  const firstEmpty = shown.find(([each]) => !form.values[each])?.[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens.
  useEffect(() => document.getElementById(fieldId(firstEmpty ?? title ?? '', id))?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    // The picker may be part of another form, which React would tell as well.
    event.stopPropagation()
    const errors = form.check()
    if (!reference?.isTyped || !shown.some(([each]) => each === reference.name)) {
      if (Object.keys(errors).length > 0) return focusFirst(Object.keys(errors))
      return save({ values: form.values, before: form.before, base: null })
    }
    const { [reference.name]: _typed, ...others } = errors
    form.refuse(others)
    const missing = Object.keys(reference.check())
    if (Object.keys(others).length > 0) return focusFirst(Object.keys(others))
    if (missing.length > 0) return focusFirst(missing, `${id}-new`)
    linking.mutate(reference)
  }

  return createPortal(
    <Dialog
      title={`New ${singular(schema).toLowerCase()}`}
      size="small"
      busy={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" id={`${id}-add`} form={id} disabled={isBusy}>
            {isBusy ? 'Adding...' : `Add ${singular(schema).toLowerCase()}`}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <AlreadyHere choices={likely} isBusy={isBusy} onChoose={onExisting} />
        <form id={id} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {failed && <Notice tone="bad" text={failed} />}
          {shown.map(([each, about]) =>
            each === reference?.name ? (
              <NewReferenceField
                key={each}
                schema={schema}
                form={form}
                reference={reference}
                prefix={id}
                title={title}
              />
            ) : (
              <FormField key={each} schema={schema} name={each} field={about} form={form} prefix={id} />
            ),
          )}
        </form>
      </div>
    </Dialog>,
    document.body,
  )
}
