import { findSuppressed } from '@app/contracts/mail-addresses'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { fetchInquiry, latestInquiriesOf } from '#features/inquiries/inquiries.queries'
import { MailItem } from '#features/inquiries/record/mail-list'
import { personFilePath } from '#lib/paths'
import { queryOf } from '#lib/queries'
import { suppressedText } from '#lib/suppressed-address'
import { Button } from '#ui/button'
import { TextField } from '#ui/field'
import { LoadError, Loading } from '#ui/load-state'

/** The emails of the latest conversations with an address, the newest first. */
async function mailsTo(email: string, signal: AbortSignal) {
  const { data } = await latestInquiriesOf(email, signal)
  const inquiries = await Promise.all(data.map(({ id }) => fetchInquiry(id, signal)))
  return inquiries.flatMap(({ mails }) => mails.filter(({ to }) => to.toLowerCase() === email).toReversed())
}

/** Says if emails to an address arrive. */
export function FindAddress() {
  const [email, setEmail] = useState('')
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setEmail(String(new FormData(event.currentTarget).get('address')).trim().toLowerCase())
  }
  return (
    <>
      <form onSubmit={find} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-64">
          <TextField id="find-address" name="address" type="email" label="Email address" required autoComplete="off" />
        </div>
        <Button type="submit" variant="outline" className="mb-0.5">
          <Search className="size-4.5" />
          Find
        </Button>
      </form>
      {email && <Found key={email} email={email} />}
    </>
  )
}

function Found({ email }: { email: string }) {
  const state = useQuery(queryOf(findSuppressed, { query: { email } }))
  const mails = useQuery({ queryKey: ['mails to', email], queryFn: ({ signal }) => mailsTo(email, signal), gcTime: 0 })
  const error = state.error ?? mails.error
  if (error)
    return (
      <LoadError
        error={error}
        fallback="Failed to find the emails"
        onRetry={() => void Promise.all([state.refetch(), mails.refetch()])}
      />
    )
  if (!state.data || !mails.data) return <Loading>Finding the emails to {email}...</Loading>
  const { suppressed } = state.data
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="[overflow-wrap:anywhere]">
        <strong>{email}</strong>{' '}
        {suppressed ? (
          <span className="text-warn">{suppressedText(suppressed)}.</span>
        ) : (
          'is neither unsubscribed nor blocked.'
        )}
      </p>
      {mails.data.length === 0 ? (
        <p className="text-muted">No conversation has an email to this address.</p>
      ) : (
        <ul aria-label={`Emails to ${email}`} className="grid gap-2">
          {mails.data.map((mail) => (
            <MailItem key={mail.messageId} mail={mail} />
          ))}
        </ul>
      )}
      <Link href={personFilePath(email)} className="text-link w-fit">
        Everything about this address
      </Link>
    </div>
  )
}
