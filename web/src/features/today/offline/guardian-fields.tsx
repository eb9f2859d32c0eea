import { enteredPhone } from '@app/contracts/entered-phone'
import { matchesOffered, patterns } from '@app/table-schema/pattern'
import type { NewGuardian } from '#features/attendance/offline/outbox-entry'
import { TextField } from '#ui/field'

/** As the table of guardians accepts phones. */
const isPhone = (phone: string) => matchesOffered(patterns.phone, enteredPhone(phone))
const nameLimits = { min: 2, max: 100 }

export type GuardianErrors = { name?: string; phone?: string }

/** Missing details: a guardian can be called. */
export function guardianErrors({ name, phone }: NewGuardian): GuardianErrors {
  const length = [...name.trim()].length
  return {
    ...((length < nameLimits.min || length > nameLimits.max) && { name: 'Guardian is required' }),
    ...(!isPhone(phone) && { phone: 'Phone of the guardian is required, such as 916-555-0142' }),
  }
}

type Props = { id: string; value: NewGuardian; errors: GuardianErrors; onChange: (value: NewGuardian) => void }

/** The guardian of a minor, without a connection in which one could be searched for. */
export const GuardianFields = ({ id, value, errors, onChange }: Props) => (
  <>
    <TextField
      id={`${id}-guardian`}
      label="Guardian *"
      required
      autoComplete="off"
      value={value.name}
      {...(errors.name !== undefined && { error: errors.name })}
      onChange={({ currentTarget }) => onChange({ ...value, name: currentTarget.value })}
    />
    <TextField
      id={`${id}-guardian-phone`}
      label="Phone of the guardian *"
      required
      type="tel"
      inputMode="tel"
      autoComplete="off"
      value={value.phone}
      {...(errors.phone !== undefined && { error: errors.phone })}
      onChange={({ currentTarget }) => onChange({ ...value, phone: currentTarget.value })}
    />
  </>
)
