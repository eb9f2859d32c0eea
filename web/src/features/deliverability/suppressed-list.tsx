import { listSuppressed, retryAddress, type SuppressedAddress, suppressedPageSize } from '@app/contracts/mail-addresses'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { queryOf, useSingleMutation } from '#lib/queries'
import { suppressedText } from '#lib/suppressed-address'
import { counted } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Failure, LoadState } from '#ui/load-state'
import { PageSteps } from '#ui/page-steps'
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
  const retry = useSingleMutation({
    mutationKey: ['retry address', email],
    mutationFn: () => callApi(retryAddress, { body: { email } }),
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
