import { idempotencyHeader } from '@app/contracts/idempotency'
import {
  findMailingRecipients,
  type MailingAudience,
  type MailingDraft,
  type MailingRecipients,
  maxUnconfirmedRecipients,
  sendMailing as sendCall,
  type Unreachable,
} from '@app/contracts/mailings'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { suppressedText } from '#lib/mail-notes'
import { queryOf } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { counted } from '#lib/words'
import { CheckField, withChecked } from '#ui/check-field'
import { LoadError, Loading } from '#ui/load-state'
import { PhoneLink } from '#ui/phone'

/** Recipients of a mailing; none while `audience` is undefined. */
const recipientsQuery = (audience: MailingAudience | undefined) => ({
  ...queryOf(findMailingRecipients, { body: audience! }),
  enabled: audience !== undefined,
  staleTime: 0,
  gcTime: 0,
  // The list must not change while it is read, or while people are called.
  refetchOnWindowFocus: false,
})

/** With the same `key` a repeated call sends nothing more. */
export const sendMailing = (body: MailingDraft, key: string) =>
  callApi(sendCall, { body, headers: { [idempotencyHeader]: key } })

/** The recipients of a mailing as a query, none without `audience`, and their number; many of them need a recent sign-in. */
export function useRecipients(audience: MailingAudience | undefined) {
  const recipients = useQuery(recipientsQuery(audience))
  const count = recipients.data?.recipients.length ?? 0
  useRecentSignIn(count > maxUnconfirmedRecipients && 'An email to so many people')
  return { recipients, count }
}

/** Recipients of a mailing, and people who must be called. */
export function Recipients({ of: { data, error, refetch } }: { of: UseQueryResult<MailingRecipients> }) {
  if (error) return <LoadError error={error} fallback="Failed to find the recipients" onRetry={() => refetch()} />
  if (!data) return <Loading className="">Finding the recipients...</Loading>
  const { recipients, withoutAddress } = data
  return (
    <>
      {recipients.length === 0 ? (
        <p>
          {withoutAddress.some(({ suppressed }) => suppressed)
            ? 'None of these people gets emails.'
            : 'None of these people has an email address.'}
        </p>
      ) : (
        <details>
          <summary className="min-h-9 cursor-pointer font-semibold text-forest">
            Goes to {counted(recipients.length, 'person', 'people')}, each once
          </summary>
          <ul className="grid gap-1 py-1">
            {recipients.map(({ name, email }) => (
              <li key={email} className="[overflow-wrap:anywhere]">
                {name} <span className="text-muted">{email}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <CallList label="No email address" people={withoutAddress.filter(({ suppressed }) => !suppressed)} />
      <CallList label="Unsubscribed and blocked" people={withoutAddress.filter(({ suppressed }) => suppressed)} />
    </>
  )
}

/** People whom the mailing does not reach, ticked off as they are called. */
function CallList({ label, people }: { label: string; people: readonly Unreachable[] }) {
  const [called, setCalled] = useState<ReadonlySet<string>>(new Set())
  if (people.length === 0) return null
  return (
    <section aria-label={label} className="grid gap-1">
      <p className="font-semibold">
        {label}, please call:{' '}
        <span className="font-normal text-muted">
          {called.size} of {people.length} called
        </span>
      </p>
      <ul>
        {people.map(({ id, name, guardian, phone, suppressed }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <CheckField checked={called.has(id)} onCheck={(on) => setCalled(withChecked(called, id, on))}>
              <span className={called.has(id) ? 'text-muted line-through' : ''}>
                {name}
                {guardian && `, guardian ${guardian}`}
              </span>
            </CheckField>
            {suppressed && <span className="text-sm text-warn">{suppressedText(suppressed)}</span>}
            {phone ? <PhoneLink phone={phone} name={guardian ?? name} /> : <span className="text-muted">no phone</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
