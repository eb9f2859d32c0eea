import { findSuppressed, type SuppressedAddress, suppressionText } from '@app/contracts/mail-addresses'
import { schoolDay } from '@app/school-time/school-day'
import { dayText } from '@app/table-schema/badges'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from './queries'

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
