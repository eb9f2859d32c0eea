import { type EventType, eventTypes } from '@app/contracts/events'
import type { Attempt, WebhookInfo } from '@app/contracts/webhooks'
import type { ReactNode } from 'react'
import type { Table } from '#features/people/access-values'
import { CheckField } from '#ui/check-field'
import { TextField } from '#ui/field'
import { fieldsOf } from '#ui/form-values'
import { SavingDialog, type SavingProps } from '#ui/saving-dialog'

export const typeTitles: Record<EventType, string> = {
  'record.created': 'Record created',
  'record.updated': 'Record changed',
  'record.deleted': 'Record deleted',
  'record.restored': 'Record restored',
  'inquiry.received': 'Inquiry received',
  'inquiry.answered': 'Inquiry answered',
  'message.received': 'Visitor answered',
}

export const stateTitles: Record<WebhookInfo['state'], string> = {
  active: 'Active',
  disabled: 'Off',
  ended: 'Ended',
  ownerless: 'No owner',
}

/** "200 in 84 ms", or why there was no answer. */
export const attemptText = ({ status, error, ms }: Attempt): string =>
  status === null ? `No answer: ${error}` : `${status} in ${ms} ms`

export type WebhookValues = { url: string; types: EventType[]; tables: string[] }

type Props = SavingProps & {
  values: WebhookValues
  tables: readonly Table[]
  fields?: ReactNode
  children?: ReactNode
  onChange: (values: WebhookValues) => void
}

/** The dialog that says which events go to which address. */
export function WebhookForm({ values, tables, fields, children, onChange, ...dialog }: Props) {
  return (
    <SavingDialog {...dialog} foot={children}>
      {(id, errors) => (
        <>
          <TextField
            {...fieldsOf(id, values, (changed) => onChange({ ...values, ...changed }), errors)('url', 'Address')}
            type="url"
            required
            maxLength={500}
            autoComplete="off"
            placeholder="https://booking.example/hooks"
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
            error={errors?.tables}
            onChange={(chosen) => onChange({ ...values, tables: chosen })}
          />
          {fields}
        </>
      )}
    </SavingDialog>
  )
}

type ChoiceFieldsProps = {
  legend: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  error?: string | undefined
  onChange: (chosen: string[]) => void
}

/** Check boxes of which none means all. */
function ChoiceFields({ legend, options, chosen, error, onChange }: ChoiceFieldsProps) {
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{legend}</legend>
      <p className="text-muted text-sm">{chosen.length === 0 ? 'All of them' : `${chosen.length} chosen`}</p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {options.map(({ value, label }) => (
          <CheckField
            key={value}
            checked={chosen.includes(value)}
            onCheck={(checked) => toggle(value, checked)}
            isSmall
            className="inline-flex min-h-11 items-center gap-2"
          >
            {label}
          </CheckField>
        ))}
      </div>
      <p className="text-bad text-sm empty:hidden">{error}</p>
    </fieldset>
  )
}
