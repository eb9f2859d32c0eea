import { type EventType, eventTypes } from '@app/contracts/events'
import type { ReactNode } from 'react'
import { TextField } from '#ui/field'
import type { Table } from '../access-values'
import { SavingDialog, type SavingProps } from '../saving-dialog'
import { ChoiceFields } from './choice-fields'
import { typeTitles } from './webhook-words'

export type WebhookValues = { url: string; types: EventType[]; tables: string[] }

type Props = SavingProps & {
  values: WebhookValues
  tables: readonly Table[]
  /** Below the fields. */
  fields?: ReactNode
  /** Below the form. */
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
            id={`${id}-url`}
            label="Address"
            type="url"
            required
            maxLength={500}
            autoComplete="off"
            placeholder="https://booking.example/hooks"
            value={values.url}
            error={errors?.url}
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
            error={errors?.tables}
            onChange={(chosen) => onChange({ ...values, tables: chosen })}
          />
          {fields}
        </>
      )}
    </SavingDialog>
  )
}
