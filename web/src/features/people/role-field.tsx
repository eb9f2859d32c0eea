import type { Role } from '@app/contracts/users'
import { roleTitles } from '#lib/role-titles'

const hints: Record<Role, string> = {
  admin: 'Can view and edit everything, including people.',
  staff: 'Can use the dashboard with these permissions.',
  user: 'Can sign in, but cannot use the dashboard.',
}

type Props = { role: Role; roles: readonly Role[]; disabled: boolean; onChange: (role: Role) => void }

/** Which role a person has. */
export const RoleField = ({ role, roles, disabled, onChange }: Props) => (
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
