import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { Role } from '@app/contracts/users'
import { type FormEvent, type ReactNode, useId } from 'react'
import { failureText } from '#lib/failure-text'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import type { AccessValues, Table } from './access-values'
import { RightsFields } from './rights-fields'
import { RoleField } from './role-field'

type Props = {
  title: string
  values: AccessValues
  tables: readonly Table[]
  roles: readonly Role[]
  isRoleFixed?: boolean
  /** What is sent when the form is submitted, with the texts around it. */
  saving: { isPending: boolean; error: Error | null; mutate: () => void }
  texts: { submit: string; busy: string; failure: string }
  /** Above the name, with the messages of the last refusal. */
  head: (fields: FieldErrors | undefined) => ReactNode
  /** Beside the buttons of the form. */
  actions?: ReactNode
  /** Below the rights. */
  children?: ReactNode
  onChange: (values: AccessValues) => void
  onClose: () => void
}

/** The dialog that sets what a person may do. */
export function PersonForm(props: Props) {
  const { title, values, tables, roles, isRoleFixed = false, saving, texts, head, actions, children } = props
  const { onChange, onClose } = props
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
      <form id={id} onSubmit={submit} className="grid gap-5">
        {saving.error && !fields && (
          <Notice tone="bad">
            <p>{failureText(saving.error, texts.failure)}</p>
          </Notice>
        )}
        {head(fields)}
        <TextField
          id={`${id}-name`}
          label="Name (optional)"
          maxLength={100}
          autoComplete="off"
          value={values.name}
          error={fields?.name}
          onChange={(event) => onChange({ ...values, name: event.target.value })}
        />
        <RoleField
          role={values.role}
          roles={roles}
          disabled={isRoleFixed}
          onChange={(role) => onChange({ ...values, role })}
        />
        {values.role === 'staff' && <RightsFields values={values} tables={tables} onChange={onChange} />}
        {children}
      </form>
    </Dialog>
  )
}
