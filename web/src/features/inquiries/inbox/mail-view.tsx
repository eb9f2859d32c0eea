import { seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/entered-line'
import { attachInbound, countInbound, listInbound, makeInquiry, readInbound } from '@app/contracts/inbound'
import { inquiryTable } from '@app/contracts/inquiries'
import { type InboundPage, type InboundState, inboundPageSize, type MailSource } from '@app/contracts/messages'
import { recordLabel } from '@app/table-schema/references'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useSchema } from '#features/records/list/use-schema'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { listPath } from '#lib/list-address'
import { queryOf, useSingleMutation } from '#lib/queries'
import { useMayEdit } from '#lib/rights'
import { usePresence } from '#lib/use-presence'
import { counted } from '#lib/words'
import { SmallButton } from '#ui/button'
import { PageSteps, SearchBox } from '#ui/list-controls'
import { LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { useToast } from '#ui/toast'
import { formatTime } from '../format-time'
import { MessageBody, WantedAnswers } from './message-body'
import { guardiansOfQuery, studentsOfQuery } from './person-records'
import { inboxKey, inboxQuery, type MailView as MailViewName, mailViews } from './use-inbox'

/** Says whose guardian the sender of a mail is, or which student, by the address alone. */
export function SenderRecords({ email }: { email: string }) {
  const students = useSchema('students')
  const guardians = useSchema('guardians')
  const isAsked = !!students?.properties['guardians'] && !!guardians
  const { data: families = [] } = useQuery({ ...guardiansOfQuery(email), enabled: isAsked })
  const { data: own = [] } = useQuery({ ...studentsOfQuery(students, email), enabled: !!students })
  const people = [
    ...families.map((one) => ({ table: guardians, record: one.guardian, students: one.students })),
    ...own.map((record) => ({ table: students, record, students: [] })),
  ]
  return people.map(({ table, record, students: theirs }) =>
    table && students ? (
      <p key={record.id} className="text-sm [overflow-wrap:anywhere]">
        <Link href={listPath({ table: table.name, record: record.id })} className="text-link">
          {recordLabel(table, record)}
        </Link>
        {theirs.length === 0 ? (table === guardians ? ', guardian' : ', student') : ', guardian of '}
        {theirs.map((student, at) => (
          <span key={student.id}>
            {at > 0 && ', '}
            <Link href={listPath({ table: 'students', record: student.id })} className="text-link">
              {recordLabel(students, student)}
            </Link>
          </span>
        ))}
      </p>
    ) : null,
  )
}

type Mail = InboundPage['data'][number]

const mailQuery = (state: InboundState, page: number) => queryOf(listInbound, { query: { state, page: String(page) } })

/** The number of mails without a conversation; refreshed while the page is in use. */
export function useUnmatchedCount(): number | undefined {
  const present = usePresence()
  return useQuery({ ...queryOf(countInbound, {}), refetchInterval: present && seconds(30) }).data?.unmatched
}

type Props = { view: MailViewName; onOpen: (inquiry: string) => void }

/** Mail that belongs to no inquiry for certain, or that changes none: staff attach it with one click, or make an inquiry of it. */
export function MailView({ view, onOpen }: Props) {
  const { state, title, empty } = mailViews[view]
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(mailQuery(state, page))
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / inboundPageSize))
  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-4 lg:overflow-y-auto">
      <LoadState query={{ data, error, refetch }} what="the mail" />
      {data && <MailSources doors={data.doors} />}
      {data?.data.length === 0 && <p className="py-8 text-center text-muted">{empty}</p>}
      <ul aria-label={title} className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
        {data?.data.map((mail) => (
          <li key={mail.id}>
            <InboundMail mail={mail} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {pages > 1 && <PageSteps page={page} pages={pages} onPage={setPage} />}
    </div>
  )
}

/** Says when no answer of a visitor can come in, and why. */
function MailSources({ doors }: { doors: readonly MailSource[] }) {
  const failing = doors.filter(({ state }) => state === 'failing')
  if (doors.every(({ state }) => state === 'off'))
    return (
      <Notice tone="warn" title="Incoming mail is not set up">
        <p>Answers of visitors stay in the school's mailbox. An operator sets INBOUND_IMAP_URL or INBOUND_SMTP_PORT.</p>
      </Notice>
    )
  const left = doors.reduce((sum, { left = 0 }) => sum + left, 0)
  if (failing.length === 0 && left > 0)
    return (
      <Notice tone="warn" title={`${counted(left, 'email stays', 'emails stay')} unread in the school's mailbox`}>
        <p>Their network has sent too much today. They are read tomorrow, as far as there is room.</p>
      </Notice>
    )
  return failing.map(({ kind, at, reason }) => (
    <Notice key={kind} tone="bad" title="Incoming mail does not arrive">
      <p>
        {kind.toUpperCase()}: {reason ?? 'it fails'}. {at && `It last worked ${formatTime(at)}.`}
      </p>
    </Notice>
  ))
}

function InboundMail({ mail, onOpen }: { mail: Mail; onOpen: (inquiry: string) => void }) {
  const { id, at, from, proven, replyTo = [], subject, reason, note, suggestions, inquiry: shownIn } = mail
  const mayEdit = useMayEdit(inquiryTable)
  const [isAsking, setAsking] = useState(false)
  /** The address of the visitor: forms of other sites send from an address of their own. */
  const answered = replyTo.find(({ address }) => normalEmail(address))?.address
  const client = useQueryClient()
  const showToast = useToast()
  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['inbound', id],
    /** Without an inquiry a new one is made. */
    mutationFn: (inquiry: string | undefined) =>
      inquiry
        ? callApi(attachInbound, { params: { id }, body: { inquiry } })
        : callApi(makeInquiry, { params: { id }, body: answered ? { confirmed: answered } : {} }),
    async onSuccess(changed) {
      onOpen(changed.id)
      await Promise.all([
        client.invalidateQueries({ queryKey: [listInbound.id] }),
        client.invalidateQueries({ queryKey: [countInbound.id] }),
        client.invalidateQueries({ queryKey: inboxKey }),
      ])
    },
    onError(error) {
      showToast({ error, text: 'Failed to move the mail' })
      // Someone else may have done it.
      return client.invalidateQueries({ queryKey: [listInbound.id] })
    },
  })
  return (
    <article
      aria-label={`Mail from ${from.name || from.address}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-xl border border-line bg-card px-4 py-3"
    >
      <p className="flex flex-wrap gap-x-2 [overflow-wrap:anywhere]">
        <strong className="font-semibold">{from.name || from.address || 'No sender'}</strong>
        {from.name && <span className="text-muted">{from.address}</span>}
        {proven !== undefined && from.address && (
          <span data-certain={proven} className="text-muted data-[certain=false]:text-warn">
            {proven ? 'Verified' : 'Not verified'}
          </span>
        )}
        <span className="text-muted">{formatTime(at)}</span>
      </p>
      {subject && <p className="font-semibold [overflow-wrap:anywhere]">{subject}</p>}
      <WantedAnswers addresses={replyTo.map(({ address }) => address)} />
      <MessageBody
        message={mail}
        read={(part) => queryOf(readInbound, { params: { id }, query: { part } })}
        className="max-h-60 overflow-y-auto"
      />
      {[reason, note].filter(Boolean).map((why) => (
        <p key={why} className="text-muted text-sm">
          {why}
        </p>
      ))}
      {!shownIn && from.address && <SenderRecords email={from.address} />}
      {shownIn && <SmallButton onClick={() => onOpen(shownIn)}>Open the conversation</SmallButton>}
      {isAsking && answered && (
        <Notice tone="warn" title="Nothing proves whose address this is">
          <p className="[overflow-wrap:anywhere]">
            Your replies would go to {answered}, where the sender wants them, and not to {from.address}.
          </p>
          <SmallButton className="[overflow-wrap:anywhere]" disabled={isPending} onClick={() => mutate(undefined)}>
            Create inquiry of {answered}
          </SmallButton>
        </Notice>
      )}
      {mayEdit && !shownIn && (
        <div className="flex flex-wrap gap-2">
          {suggestions.map(({ inquiry, name, email, receivedAt, reason: match, isFamily, isNamed }) => (
            <SmallButton
              key={inquiry}
              disabled={isPending}
              title={
                isNamed
                  ? `Its subject names this inquiry of ${email}`
                  : match === 'sender'
                    ? `From the same address, ${email}`
                    : `From another address${isFamily ? ' of the family' : ''}, ${email}`
              }
              onClick={() => mutate(inquiry)}
            >
              Attach to {name || email}, {formatTime(receivedAt)}
            </SmallButton>
          ))}
          <SmallButton disabled={isPending} onClick={() => (answered ? setAsking(true) : mutate(undefined))}>
            Create inquiry
          </SmallButton>
          <AttachSearch suggested={suggestions.map(({ inquiry }) => inquiry)} isBusy={isPending} onAttach={mutate} />
        </div>
      )}
    </article>
  )
}

/** `suggested`: what is offered without a search. */
type AttachSearchProps = { suggested: readonly string[]; isBusy: boolean; onAttach: (inquiry: string) => void }

const maxFound = 8

/** Searches for the conversation that a mail belongs to when none is suggested, as when the visitor writes from another address. */
function AttachSearch({ suggested, isBusy, onAttach }: AttachSearchProps) {
  const [isOpen, setOpen] = useState(false)
  const [q, setQ] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const { data, error } = useQuery({
    ...inboxQuery('waiting', 1, q),
    enabled: q !== '',
    // New mail is found some seconds later.
    refetchInterval: ({ state }) => (state.data?.total ? false : seconds(5)),
  })
  useEffect(() => {
    if (isOpen) box.current?.querySelector('input')?.focus()
  }, [isOpen])
  if (!isOpen)
    return (
      <SmallButton disabled={isBusy} onClick={() => setOpen(true)}>
        <Search className="size-4" />
        Other conversation
      </SmallButton>
    )
  const found = (q && data?.data.filter(({ id, spam }) => !spam && !suggested.includes(id))) || []
  return (
    <div ref={box} className="grid basis-full grid-cols-[minmax(0,1fr)] gap-2">
      <SearchBox
        label="Search the conversation it belongs to"
        placeholder="Name, address or words"
        value={q}
        onSearch={setQ}
      />
      <p role="status" className="text-muted text-sm empty:hidden">
        {error && failureText(error, 'Failed to search')}
        {q && data && found.length === 0 && 'No other conversations found.'}
      </p>
      <ul aria-label="Found conversations" className="grid grid-cols-[minmax(0,1fr)] gap-1.5 empty:hidden">
        {found.slice(0, maxFound).map(({ id, name, email, at, line }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)]">
            <SmallButton className="text-left" disabled={isBusy} onClick={() => onAttach(id)}>
              <span className="[overflow-wrap:anywhere]">
                Attach to {name || email}, {formatTime(at)}
                <span className="block font-body font-normal text-muted">{line}</span>
              </span>
            </SmallButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
