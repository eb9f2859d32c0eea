import { type Conversation, exportConversation, maxNoteLength } from '@app/contracts/conversations'
import { type InquiryDetails, inquiryTable } from '@app/contracts/inquiries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'wouter'
import { failureText } from '#lib/failure-text'
import { useContentKey } from '#lib/idempotency-key'
import { listPath } from '#lib/list-address'
import { SuppressedNote } from '#lib/mail-notes'
import { inboxPath } from '#lib/paths'
import { keepAnswer, useSingleMutation } from '#lib/queries'
import { useRights } from '#lib/rights'
import { Button, SmallButton } from '#ui/button'
import { DownloadButton } from '#ui/download-button'
import { ErrorText } from '#ui/load-state'
import { reasonTexts } from '../delivery-texts'
import { formatTime } from '../format-time'
import { deliveryProblem } from './messages'
import { colleaguesQuery, conversationQuery, writeNote } from './use-inbox'

type PersonPartProps = { title: string; action?: ReactNode; children: ReactNode }

/** A part of what is known about the person who wrote. `action`: next to its title. */
export const PersonPart = ({ title, action, children }: PersonPartProps) => (
  <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <h4 className="font-semibold">{title}</h4>
      {action}
    </div>
    {children}
  </section>
)

export const NonePart = () => <p className="text-muted text-sm">None</p>

export type PersonRecordsProps = Pick<Conversation, 'visitor'>
export type PersonRecords = ComponentType<PersonRecordsProps>

type Props = { inquiry: InquiryDetails; conversation: Conversation; mayEdit: boolean; Records: PersonRecords }

/** The person who wrote: earlier inquiries, notes of the team, their students and lessons. */
export function PersonPanel({ inquiry, conversation, mayEdit, Records }: Props) {
  const { id, visitor, earlier, notes } = conversation
  const problem = deliveryProblem(inquiry)
  const mayExport = useRights()(inquiryTable, 'export')
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
        {mayExport && (
          <DownloadButton call={exportConversation} input={{ params: { id } }} name={`conversation-${id}.txt`} isLink>
            Export the conversation
          </DownloadButton>
        )}
      </div>
      <PersonPart title="Earlier inquiries">
        {earlier.length === 0 && <NonePart />}
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
      </PersonPart>
      <PersonPart title="Notes">
        {notes.map((note) => (
          <div key={note.id} className="rounded-lg border border-line bg-card px-3 py-2 text-sm">
            <p className="text-muted [overflow-wrap:anywhere]">
              {note.by}, {formatTime(note.at)}
            </p>
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note.text}</p>
            {note.mentions.length > 0 && <p className="text-muted">Mailed to {note.mentions.join(', ')}</p>}
          </div>
        ))}
        {mayEdit ? <NoteForm key={id} id={id} /> : notes.length === 0 && <NonePart />}
      </PersonPart>
      {/* Last: they are loaded later, and must not move the notes then. */}
      <Records visitor={visitor} />
    </section>
  )
}

/** The beginning of a handle at the end of what is typed. */
const beginning = /(?:^|\s)@([\w.+-]*)$/

/** Adds a note for the team. Typing `@` offers the colleagues who can be mentioned. */
function NoteForm({ id }: { id: string }) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const keyFor = useContentKey()
  const { data: people = [] } = useQuery(colleaguesQuery)
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['note', id],
    mutationFn: (note: string) => writeNote(id, note, keyFor([id, note])),
    onSuccess(conversation) {
      setText('')
      return keepAnswer(client, conversationQuery(id).queryKey, conversation)
    },
  })
  const typed = beginning.exec(text)?.[1]?.toLowerCase()
  const offered =
    typed === undefined
      ? []
      : people.filter(({ handle, name }) => `${handle} ${name}`.toLowerCase().includes(typed)).slice(0, 5)

  function mention(handle: string) {
    setText(text.replace(/@[\w.+-]*$/, `@${handle} `))
    field.current?.focus()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) mutate(text.trim())
  }
  return (
    <form onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <textarea
        ref={field}
        aria-label="Note for the team"
        rows={2}
        maxLength={maxNoteLength}
        placeholder="Team note (@name sends an email)"
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="control w-full resize-y"
      />
      {offered.length > 0 && (
        <ul aria-label="Colleagues" className="flex flex-wrap gap-1.5">
          {offered.map(({ id: person, name, handle }) => (
            <li key={person}>
              <SmallButton onClick={() => mention(handle)}>
                {name} @{handle}
              </SmallButton>
            </li>
          ))}
        </ul>
      )}
      <ErrorText>{error && failureText(error, 'Failed to add the note')}</ErrorText>
      {text.trim() && (
        <Button type="submit" size="small" className="justify-self-start" disabled={isPending}>
          Add note
        </Button>
      )}
    </form>
  )
}
