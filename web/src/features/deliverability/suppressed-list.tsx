import {
  findSuppressed,
  listSuppressed,
  retryAddress,
  type SuppressedAddress,
  suppressedPageSize,
} from '@app/contracts/mail-addresses'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { fetchInquiry, latestInquiriesOf } from '#features/inquiries/inquiries.queries'
import { MailItem } from '#features/inquiries/record/mail-list'
import { suppressedText } from '#lib/mail-notes'
import { personFilePath } from '#lib/paths'
import { queryOf, useCallMutation } from '#lib/queries'
import { counted } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextField } from '#ui/field'
import { PageSteps } from '#ui/list-controls'
import { Failure, LoadError, Loading, LoadState } from '#ui/load-state'
import { useToast } from '#ui/toast'

/** Addresses that mailings leave out, each with the reason. */
export function SuppressedList() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...queryOf(listSuppressed, { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
  })
  if (!data) return <LoadState query={{ data, error, refetch }} what="the addresses" />
  const pages = Math.max(1, Math.ceil(data.total / suppressedPageSize))
  return (
    <>
      {data.total === 0 ? (
        <p className="text-muted">No addresses are unsubscribed or blocked.</p>
      ) : (
        <p className="text-muted">
          {counted(data.total, 'address', 'addresses')}. Sign-in codes and answers are sent to them all the same.
        </p>
      )}
      <ul className="grid divide-y divide-line">
        {data.data.map((address) => (
          <Address key={address.email} address={address} />
        ))}
      </ul>
      <PageSteps page={page} pages={pages} onPage={setPage} />
    </>
  )
}

function Address({ address }: { address: SuppressedAddress }) {
  const { email, reason } = address
  const queries = useQueryClient()
  const showToast = useToast()
  const [isAsking, setAsking] = useState(false)
  const retry = useCallMutation(retryAddress, {
    input: { body: { email } },
    onSuccess() {
      showToast({ text: `Mailings go to ${email} again` })
      return queries.invalidateQueries()
    },
  })
  // A person's wish is changed only on their word.
  const isTheirWish = reason !== 'bounced'
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        {email}
        <span className="block text-muted text-sm">
          {suppressedText(address)}
          {address.status && ` (${address.status})`}
        </span>
      </span>
      <SmallButton disabled={retry.isPending} onClick={() => (isTheirWish ? setAsking(true) : retry.mutate())}>
        {isTheirWish ? 'Write again...' : 'Try again'}
      </SmallButton>
      <Failure error={retry.error} fallback="Failed to change the address" />
      {isAsking && (
        <Dialog
          title="Did they ask for it?"
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button variant="outline" onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button disabled={retry.isPending} onClick={() => retry.mutate()}>
                They asked: write again
              </Button>
            </>
          }
        >
          <p>
            The owner of {email} wants no mailings. Writing to them without their consent harms the delivery of all your
            mail.
          </p>
        </Dialog>
      )}
    </li>
  )
}

/** The emails of the latest conversations with an address, the newest first. */
async function mailsTo(email: string, signal: AbortSignal) {
  const { data } = await latestInquiriesOf(email, signal)
  const inquiries = await Promise.all(data.map(({ id }) => fetchInquiry(id, signal)))
  return inquiries.flatMap(({ mails }) => mails.filter(({ to }) => to.toLowerCase() === email).toReversed())
}

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
