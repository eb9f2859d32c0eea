import { inquiryTable } from '@app/contracts/inquiries'
import { optionLabel } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { listPath } from '#lib/list-address'
import { SuppressedNote } from '#lib/mail-notes'
import type { RecordPartProps } from '#lib/table-extension'
import { useNow } from '#lib/use-now'
import { formatTime } from '../format-time'
import { latestInquiriesOf } from '../inquiries.queries'

const maxShown = 3

/** Other inquiries of the sender, the latest first; nothing for the first one. */
export function EarlierInquiries({ schema, record }: Pick<RecordPartProps, 'schema' | 'record'>) {
  const now = useNow()
  const email = textOf(record['email'])
  const { data } = useQuery({
    queryKey: ['other-inquiries-of', email],
    queryFn: ({ signal }) => latestInquiriesOf(email, signal),
    enabled: email !== '',
  })
  const others = data?.data.filter(({ id }) => id !== record.id) ?? []
  if (!data || others.length === 0) return null
  const filters = { email__eq: email }
  return (
    <section aria-label="Other inquiries of this sender" className="grid grid-cols-[minmax(0,1fr)] gap-1 text-sm">
      <p className="font-semibold [overflow-wrap:anywhere]">Also from {textOf(record['name']) || email}</p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {others.slice(0, maxShown).map((other) => (
          <li key={other.id}>
            <Link
              href={listPath({ table: inquiryTable, filters, sort: null, record: other.id })}
              className="flex min-h-8 items-center gap-2 hover:underline"
            >
              <span className="shrink-0 text-muted">
                {formatTime(textOf(other['created_at']), now)},{' '}
                {optionLabel(schema.properties['interest'], other['interest'])}
              </span>
              <span className="min-w-0 truncate">{textOf(other['message'])}</span>
            </Link>
          </li>
        ))}
      </ul>
      {data.total - 1 > maxShown && (
        <Link href={listPath({ table: inquiryTable, filters, sort: null })} className="justify-self-start text-link">
          All {data.total} inquiries
        </Link>
      )}
    </section>
  )
}

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export function VisitorMessage({ schema, record }: Pick<RecordPartProps, 'schema' | 'record'>) {
  const { name, email, interest, message } = record
  return (
    <figure className="grid gap-2">
      <figcaption className="[overflow-wrap:anywhere]">
        <strong className="font-display">{textOf(name)}</strong>{' '}
        <span className="text-muted">
          ({textOf(email)}) about {optionLabel(schema.properties['interest'], interest)}
        </span>
        <SuppressedNote email={textOf(email)} />
      </figcaption>
      <blockquote
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        tabIndex={0}
        aria-label="Message"
        className="max-h-36 overflow-y-auto whitespace-pre-wrap rounded-lg border border-line bg-card px-3.5 py-2 [overflow-wrap:anywhere]"
      >
        {textOf(message)}
      </blockquote>
    </figure>
  )
}
