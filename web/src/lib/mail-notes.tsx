import { findSuppressed, type SuppressedAddress, suppressionText } from '@app/contracts/mail-addresses'
import { readMailAllowance } from '@app/contracts/mailings'
import { dateFormat, schoolDay, schoolZone } from '@app/school-time/school-day'
import { dayText } from '@app/table-schema/badges'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from './queries'
import { counted } from './words'

const time = dateFormat({ hour: 'numeric', minute: '2-digit', timeZone: schoolZone })

/** Says how many more people can be written to within the limit of a day, once few are left, or fewer than `wanted`. */
export function MailAllowanceNote({ wanted = 1 }: { wanted?: number }) {
  const { data } = useQuery({ ...queryOf(readMailAllowance), staleTime: 0, retry: false })
  if (!data || (data.left >= wanted && data.left > data.limit / 5)) return null
  const { left, limit, of, growsAt } = data
  return (
    <p role="status" className="text-sm text-warn">
      {of === 'person' ? 'You' : 'The school'} can write to {counted(left, 'more person', 'more people')}: at most{' '}
      {limit.toLocaleString('en-US')} within 24 hours.
      {growsAt && ` More after ${time.format(new Date(growsAt))}.`}
    </p>
  )
}

/** `This address does not exist since Nov 3`. */
export const suppressedText = (address: SuppressedAddress) =>
  `${suppressionText(address)} since ${dayText(address.since, schoolDay(Date.now()))}`

/** Says that emails do not reach an address, or that its owner wants no mailings; nothing while all is well. `isNamed`: before a reply, with the address. */
export function SuppressedNote({ email, isNamed = false }: { email: string; isNamed?: boolean }) {
  const { data } = useQuery({
    ...queryOf(findSuppressed, { query: { email } }),
    enabled: email !== '',
    retry: false,
  })
  const found = data?.suppressed
  return found && !(isNamed && found.reason === 'unsubscribed') ? (
    <p className="text-sm text-warn [overflow-wrap:anywhere]">
      {isNamed && `${email}: `}
      {suppressedText(found)}
    </p>
  ) : null
}
