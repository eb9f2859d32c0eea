import { idempotencyHeader } from '@app/contracts/idempotency'
import {
  type AudienceTable,
  findMailingRecipients,
  type MailingAudience,
  type MailingDraft,
  type MailingRecipients,
  maxUnconfirmedRecipients,
  sendMailing as sendCall,
  type Unreachable,
} from '@app/contracts/mailings'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import { callApi } from '#lib/call-api'
import { useContentKey } from '#lib/idempotency-key'
import { MailAllowanceNote, suppressedText } from '#lib/mail-notes'
import { paths } from '#lib/paths'
import { queryOf, useSingleMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { useRights } from '#lib/rights'
import { counted } from '#lib/words'
import { CheckField, withChecked } from '#ui/check-field'
import { TextAreaField, TextField } from '#ui/field'
import { fieldsOf, useValues } from '#ui/form-values'
import { LoadError, Loading } from '#ui/load-state'
import { PhoneLink } from '#ui/phone'
import { SavingDialog } from '#ui/saving-dialog'
import { useToast } from '#ui/toast'
import type { MailDraft } from './mail-draft'

const audienceNames: Record<AudienceTable, string> = {
  students: 'Students, or the guardians of minors',
  instructors: 'Instructors',
}

/** Writes to the people of some lessons, or to people of a table. */
export function WriteDialog({
  draft: { about, onSent, ...filled },
  onClose,
}: {
  draft: MailDraft
  onClose: () => void
}) {
  const form = useId()
  const may = useRights()
  const showToast = useToast()
  const keyFor = useContentKey()
  const tables = (['students', 'instructors'] as const).filter(
    (table) => may(table, 'view') && (about.table === 'lessons' || about.table === table),
  )
  const [to, setTo] = useState<readonly AudienceTable[]>(tables)
  const [{ subject, text }, change] = useValues({ subject: filled.subject, text: filled.text })
  const field = fieldsOf(form, { subject, text }, change)
  const { recipients, count } = useRecipients(to.length > 0 ? { about, to: [...to] } : undefined)
  const save = useSingleMutation({
    mutationKey: ['mailing'],
    mutationFn: (body: MailingDraft) => sendMailing(body, keyFor(body)),
    onSuccess({ total }) {
      onSent?.()
      showToast({
        text: `Writing to ${counted(total, 'person', 'people')}`,
        link: { label: 'Show in Recent work', href: paths.work },
      })
      if (recipients.data?.withoutAddress.length === 0) onClose()
    },
  })
  const isSent = save.isSuccess
  const toggle = (table: AudienceTable, isOn: boolean) =>
    setTo(tables.filter((each) => (each === table ? isOn : to.includes(each))))

  return (
    <SavingDialog
      title={isSent ? 'Sent. Some people must be called' : 'Write to participants'}
      saving={{ ...save, mutate: () => save.mutate({ about, to: [...to], subject, text }) }}
      texts={{
        submit: (
          <>
            <Send className="size-4" />
            {count > 0 ? `Write to ${counted(count, 'person', 'people')}` : 'Write'}
          </>
        ),
        busy: 'Sending...',
        failure: 'Failed to send the emails',
        ...(isSent && { cancel: 'Close' }),
      }}
      isReadOnly={isSent}
      isIncomplete={to.length === 0 || count === 0}
      failureNote="Your text is still here."
      onClose={onClose}
    >
      {!isSent && (
        <>
          {tables.length > 1 && (
            <fieldset className="grid gap-1">
              <legend className="mb-1 font-semibold">To</legend>
              {tables.map((table) => (
                <CheckField
                  key={table}
                  checked={to.includes(table)}
                  onCheck={(checked) => toggle(table, checked)}
                  className="flex min-h-9 w-fit items-center gap-2.5"
                >
                  {audienceNames[table]}
                </CheckField>
              ))}
            </fieldset>
          )}
          <TextField {...field('subject', 'Email subject')} required maxLength={150} />
          <TextAreaField {...field('text', 'Email')} data-first required maxLength={5_000} />
          <p className="text-muted text-sm">
            {
              '{name} and {first_name} are filled in for each person, and facts of the website such as {phone} or {price:birthday}. Each person gets a separate email.'
            }
          </p>
        </>
      )}
      {to.length > 0 && <Recipients of={recipients} />}
      {!isSent && count > 0 && <MailAllowanceNote wanted={count} />}
    </SavingDialog>
  )
}

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
const sendMailing = (body: MailingDraft, key: string) =>
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
