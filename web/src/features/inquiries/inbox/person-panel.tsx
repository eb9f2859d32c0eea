import type { Conversation } from '@app/contracts/inbox'
import type { InquiryDetails } from '@app/contracts/inquiries'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { listPath } from '#lib/list-address'
import { useRights } from '#lib/rights'
import { SuppressedNote } from '#lib/suppressed-address'
import { formatTime } from '../format-time'
import { reasonTexts } from '../mail-texts'
import { studentsOfQuery } from './inbox.queries'
import { inboxPath } from './inbox-views'
import { deliveryProblem } from './messages'
import { NoteForm } from './note-form'

type Props = { inquiry: InquiryDetails; conversation: Conversation; mayEdit: boolean }

/** Who wrote: earlier inquiries, students with the address, and what the team has noted. */
export function PersonPanel({ inquiry, conversation, mayEdit }: Props) {
  const { id, visitor, earlier, notes } = conversation
  const may = useRights()
  const problem = deliveryProblem(inquiry)
  return (
    <section aria-label="Person" className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
      <div className="[overflow-wrap:anywhere]">
        <h3 className="text-lg">{visitor.name || 'No name'}</h3>
        <a href={`mailto:${visitor.email}`} className="text-link">
          {visitor.email}
        </a>
        <SuppressedNote email={visitor.email} />
        {problem && <p className="text-bad text-sm">Mail does not arrive: {reasonTexts(problem).short}</p>}
        <Link
          href={listPath({ table: 'contact_submissions', record: id })}
          className="text-link flex min-h-9 items-center text-sm"
        >
          Open the record
        </Link>
      </div>
      <Part title="Notes">
        {notes.map((note) => (
          <div key={note.id} className="rounded-lg border border-line bg-card px-3 py-2 text-sm">
            <p className="text-muted [overflow-wrap:anywhere]">
              {note.by}, {formatTime(note.at)}
            </p>
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note.text}</p>
            {note.mentions.length > 0 && <p className="text-muted">Mailed to {note.mentions.join(', ')}</p>}
          </div>
        ))}
        {mayEdit ? <NoteForm key={id} id={id} /> : notes.length === 0 && <None />}
      </Part>
      <Part title="Earlier inquiries">
        {earlier.length === 0 && <None />}
        {earlier.map((one) => (
          <Link
            key={one.id}
            href={inboxPath({ view: one.spam ? 'spam' : 'waiting', open: one.id })}
            className="block rounded-lg px-2 py-1 text-sm hover:bg-sunken"
          >
            <span className="text-muted">{formatTime(one.receivedAt)}</span>
            <span className="block truncate">{one.line || 'No text'}</span>
          </Link>
        ))}
      </Part>
      {may('students', 'view') && visitor.email && <Students email={visitor.email} />}
    </section>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
    <h4 className="font-semibold">{title}</h4>
    {children}
  </div>
)

const None = () => <p className="text-muted text-sm">None</p>

function Students({ email }: { email: string }) {
  const { data, error } = useQuery(studentsOfQuery(email))
  return (
    <Part title="Students">
      {error && <p className="text-bad text-sm">They could not be loaded.</p>}
      {data?.length === 0 && <None />}
      {data?.map((record) => (
        <Link
          key={record.id}
          href={listPath({ table: 'students', record: record.id })}
          className="text-link flex min-h-9 items-center"
        >
          {String(record['name'] ?? 'Student')}
        </Link>
      ))}
    </Part>
  )
}
