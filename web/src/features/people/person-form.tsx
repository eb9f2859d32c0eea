import type { FieldErrors } from '@app/contracts/errors'
import type { Role } from '@app/contracts/users'
import type { ReactNode } from 'react'
import { TextField } from '#ui/field'
import { SavingDialog, type SavingProps } from '#ui/saving-dialog'
import type { AccessValues, Table } from './access-values'
import { RightsFields } from './rights-fields'
import { RoleField } from './role-field'

type Props = SavingProps & {
  values: AccessValues
  tables: readonly Table[]
  roles: readonly Role[]
  isRoleFixed?: boolean
  /** Above the name, with the messages of the last refusal. */
  head: (errors: FieldErrors | undefined) => ReactNode
  /** Below the rights. */
  children?: ReactNode
  onChange: (values: AccessValues) => void
}

/** The dialog that sets what a person may do. */
export function PersonForm(props: Props) {
  const { values, tables, roles, isRoleFixed = false, head, children, onChange, ...dialog } = props
  return (
    <SavingDialog {...dialog}>
      {(id, errors) => (
        <>
          {head(errors)}
          <TextField
            id={`${id}-name`}
            label="Name (optional)"
            maxLength={100}
            autoComplete="off"
            value={values.name}
            error={errors?.name}
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
        </>
      )}
    </SavingDialog>
  )
}
