import type { ReactNode } from 'react'
import type { Table } from '#features/people/access-values'
import { RightsFields } from '#features/people/rights-fields'
import { momentText } from '#lib/school-time'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import { SavingDialog, type SavingProps } from '#ui/saving-dialog'
import type { AccountValues, Expiry } from './account-values'

const terms: readonly { value: Expiry; label: string }[] = [
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: 'never', label: 'never' },
]

type Props = SavingProps & {
  values: AccountValues
  tables: readonly Table[]
  /** The expiry that the account has; left out for a new one. */
  kept?: string | null
  children?: ReactNode
  onChange: (values: AccountValues) => void
}

/** The dialog that sets what a program may do. */
export function AccountForm({ values, tables, kept, children, onChange, ...dialog }: Props) {
  const asIs = { value: 'kept' as const, label: kept ? `as it is: ${momentText(kept)}` : 'as it is: never' }
  return (
    <SavingDialog {...dialog} head={children}>
      {(id, errors) => (
        <>
          <TextField
            id={`${id}-name`}
            label="Name"
            required
            maxLength={80}
            autoComplete="off"
            placeholder="Booking site"
            value={values.access.name}
            error={errors?.name}
            onChange={({ target }) => onChange({ ...values, access: { ...values.access, name: target.value } })}
          />
          <RightsFields
            values={values.access}
            tables={tables}
            ofProgram
            onChange={(access) => onChange({ ...values, access })}
          />
          <SelectField
            id={`${id}-expiry`}
            label="Expires"
            placeholder=""
            options={kept === undefined ? terms : [asIs, ...terms]}
            value={values.expiry}
            error={errors?.expiresAt}
            onChange={({ target }) => onChange({ ...values, expiry: target.value as Expiry })}
          />
          <TextAreaField
            id={`${id}-networks`}
            label="Allowed networks (optional, one per line)"
            rows={2}
            placeholder="203.0.113.0/24"
            value={values.networks}
            error={errors?.networks}
            onChange={({ target }) => onChange({ ...values, networks: target.value })}
          />
        </>
      )}
    </SavingDialog>
  )
}
