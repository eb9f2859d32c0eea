import type { FieldErrors } from '@app/contracts/errors'
import type { Role } from '@app/contracts/users'
import type { ReactNode } from 'react'
import { roleTitles } from '#lib/rights'
import { TextField } from '#ui/field'
import { fieldsOf } from '#ui/form-values'
import { SavingDialog, type SavingProps } from '#ui/saving-dialog'
import type { AccessValues, Table } from './access-values'
import { RightsFields } from './rights-fields'

const hints: Record<Role, string> = {
  admin: 'Can view and edit everything, including people.',
  staff: 'Can use the dashboard with these permissions.',
  user: 'Can sign in, but cannot use the dashboard.',
}

type RoleProps = { role: Role; roles: readonly Role[]; disabled: boolean; onChange: (role: Role) => void }

const RoleField = ({ role, roles, disabled, onChange }: RoleProps) => (
  <fieldset className="grid gap-1" disabled={disabled}>
    <legend className="font-semibold">Role</legend>
    {roles.map((one) => (
      <label key={one} className="flex min-h-11 items-start gap-2.5 py-1.5">
        <input
          type="radio"
          name="role"
          checked={role === one}
          onChange={() => onChange(one)}
          className="mt-1 size-4 shrink-0 accent-forest"
        />
        <span>
          {roleTitles[one]}
          <span className="block text-muted text-sm">{hints[one]}</span>
        </span>
      </label>
    ))}
  </fieldset>
)

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
  const change = (changed: Partial<AccessValues>) => onChange({ ...values, ...changed })
  return (
    <SavingDialog {...dialog}>
      {(id, errors) => (
        <>
          {head(errors)}
          <TextField
            {...fieldsOf(id, values, change, errors)('name', 'Name (optional)')}
            maxLength={100}
            autoComplete="off"
          />
          <RoleField role={values.role} roles={roles} disabled={isRoleFixed} onChange={(role) => change({ role })} />
          {values.role === 'staff' && <RightsFields values={values} tables={tables} onChange={onChange} />}
          {children}
        </>
      )}
    </SavingDialog>
  )
}
