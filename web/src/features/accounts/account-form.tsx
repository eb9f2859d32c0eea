import { comparable } from '@app/contracts/comparable'
import type { AccountSettings, ServiceAccount } from '@app/contracts/service-accounts'
import { ownTable } from '@app/contracts/users'
import { schoolDay } from '@app/school-time/school-day'
import type { ReactNode } from 'react'
import { type AccessValues, emptyAccess, type Table } from '#features/people/access-values'
import { RightsFields } from '#features/people/rights-fields'
import { dateText, momentText } from '#lib/school-time'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import { SavingDialog, type SavingProps } from '#ui/saving-dialog'

/** When an account ends: after some days from now, never, or as it is. */
type Expiry = '30' | '90' | '365' | 'never' | 'kept'

/** The values of the form of a service account. */
type AccountValues = { access: AccessValues; networks: string; expiry: Expiry }

/**
 * A new account: it reads the lessons, which are the least personal, until its rights are chosen.
 * @param names of the other accounts, which it cannot have
 */
export function proposedAccount(tables: readonly Table[], names: readonly string[]): AccountValues {
  const rights: AccessValues['rights'] = tables.some(({ name }) => name === ownTable) ? { [ownTable]: 'view' } : {}
  const plain = `Script of ${dateText(schoolDay())}`
  const known = new Set(names.map(comparable))
  let name = plain
  for (let at = 2; at <= names.length + 1 && known.has(comparable(name)); at++) name = `${plain} (${at})`
  return { access: { ...emptyAccess, name, rights }, networks: '', expiry: '90' }
}

export const valuesOf = ({ name, rights, exports, networks }: ServiceAccount): AccountValues => ({
  access: { ...emptyAccess, name, rights, exports },
  networks: networks.join('\n'),
  expiry: 'kept',
})

const dayMs = 24 * 60 * 60 * 1_000

/** @param kept the expiry that the account has */
export function settingsOf({ access, networks, expiry }: AccountValues, kept: string | null): AccountSettings {
  const expiresAt =
    expiry === 'kept' ? kept : expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * dayMs).toISOString()
  const { name, exports } = access
  // The form does not offer it; the server refuses it.
  const rights = access.rights as AccountSettings['rights']
  return { name, rights, exports, expiresAt, networks: networks.split(/[\s,]+/).filter(Boolean) }
}

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
            onValue={(value) => onChange({ ...values, access: { ...values.access, name: value } })}
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
            onValue={(value) => onChange({ ...values, expiry: value as Expiry })}
          />
          <TextAreaField
            id={`${id}-networks`}
            label="Allowed networks (optional, one per line)"
            rows={2}
            placeholder="203.0.113.0/24"
            value={values.networks}
            error={errors?.networks}
            onValue={(value) => onChange({ ...values, networks: value })}
          />
        </>
      )}
    </SavingDialog>
  )
}
