import { AppError } from '@app/contracts/errors'
import { type FormEvent, type ReactNode, useId } from 'react'
import { failureText } from '#lib/failure-text'
import { momentText } from '#lib/school-time'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import type { Table } from '../access-values'
import { RightsFields } from '../rights-fields'
import type { AccountValues, Expiry } from './account-values'

const terms: readonly { value: Expiry; label: string }[] = [
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: 'never', label: 'never' },
]

type Props = {
  title: string
  values: AccountValues
  tables: readonly Table[]
  /** The expiry that the account has; left out for a new one. */
  kept?: string | null
  saving: { isPending: boolean; error: Error | null; mutate: () => void }
  texts: { submit: string; busy: string; failure: string }
  actions?: ReactNode
  children?: ReactNode
  onChange: (values: AccountValues) => void
  onClose: () => void
}

/** The dialog that sets what a program may do. */
export function AccountForm(props: Props) {
  const { title, values, tables, kept, saving, texts, actions, children, onChange, onClose } = props
  const id = useId()
  const fields = saving.error instanceof AppError ? saving.error.fields : undefined
  const asIs = { value: 'kept' as const, label: kept ? `as it is: ${momentText(kept)}` : 'as it is: never' }
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
        {children}
        <form id={id} onSubmit={submit} className="grid gap-5">
          {saving.error && !fields && (
            <Notice tone="bad">
              <p>{failureText(saving.error, texts.failure)}</p>
            </Notice>
          )}
          <TextField
            id={`${id}-name`}
            label="Name"
            required
            maxLength={80}
            autoComplete="off"
            placeholder="Booking site"
            value={values.access.name}
            error={fields?.name}
            onChange={({ target }) => onChange({ ...values, access: { ...values.access, name: target.value } })}
          />
          <RightsFields values={values.access} tables={tables} onChange={(access) => onChange({ ...values, access })} />
          <SelectField
            id={`${id}-expiry`}
            label="Expires"
            placeholder=""
            options={kept === undefined ? terms : [asIs, ...terms]}
            value={values.expiry}
            error={fields?.expiresAt}
            onChange={({ target }) => onChange({ ...values, expiry: target.value as Expiry })}
          />
          <TextAreaField
            id={`${id}-networks`}
            label="Allowed networks (optional, one per line)"
            rows={2}
            placeholder="203.0.113.0/24"
            value={values.networks}
            error={fields?.networks}
            onChange={({ target }) => onChange({ ...values, networks: target.value })}
          />
        </form>
      </div>
    </Dialog>
  )
}
