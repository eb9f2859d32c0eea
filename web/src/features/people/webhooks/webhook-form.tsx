import { AppError } from '@app/contracts/errors'
import { type EventType, eventTypes } from '@app/contracts/events'
import { type FormEvent, type ReactNode, useId } from 'react'
import { failureText } from '#lib/failure-text'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import type { Table } from '../access-values'
import { ChoiceFields } from './choice-fields'
import { typeTitles } from './webhook-words'

export type WebhookValues = { url: string; types: EventType[]; tables: string[] }

type Props = {
  title: string
  values: WebhookValues
  tables: readonly Table[]
  saving: { isPending: boolean; error: Error | null; mutate: () => void }
  texts: { submit: string; busy: string; failure: string }
  actions?: ReactNode
  /** Below the fields. */
  fields?: ReactNode
  /** Below the form. */
  children?: ReactNode
  onChange: (values: WebhookValues) => void
  onClose: () => void
}

/** The dialog that says which events go to which address. */
export function WebhookForm(props: Props) {
  const { title, values, tables, saving, texts, actions, fields: more, children, onChange, onClose } = props
  const id = useId()
  const fields = saving.error instanceof AppError ? saving.error.fields : undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Dialog
      title={title}
      busy={saving.isPending}
      onClose={onClose}
      footer={
        <>
          {actions}
          <Button variant="outline" disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={saving.isPending}>
            {saving.isPending ? texts.busy : texts.submit}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        <form id={id} onSubmit={submit} className="grid gap-5">
          {saving.error && !fields && (
            <Notice tone="bad">
              <p>{failureText(saving.error, texts.failure)}</p>
            </Notice>
          )}
          <TextField
            id={`${id}-url`}
            label="Address"
            type="url"
            required
            maxLength={500}
            autoComplete="off"
            placeholder="https://booking.example/hooks"
            value={values.url}
            error={fields?.url}
            onChange={({ target }) => onChange({ ...values, url: target.value })}
          />
          <ChoiceFields
            legend="Events"
            options={eventTypes.map((value) => ({ value, label: typeTitles[value] }))}
            chosen={values.types}
            onChange={(types) => onChange({ ...values, types: types as EventType[] })}
          />
          <ChoiceFields
            legend="Tables"
            options={tables.map(({ name, title: label }) => ({ value: name, label }))}
            chosen={values.tables}
            error={fields?.tables}
            onChange={(chosen) => onChange({ ...values, tables: chosen })}
          />
          {more}
        </form>
        {children}
      </div>
    </Dialog>
  )
}
