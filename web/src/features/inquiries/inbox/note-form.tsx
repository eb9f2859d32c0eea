import { maxNoteLength } from '@app/contracts/conversations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { useContentKey } from '#lib/idempotency-key'
import { keepAnswer, useSingleMutation } from '#lib/queries'
import { Button, SmallButton } from '#ui/button'
import { colleaguesQuery, conversationQuery, writeNote } from './inbox.queries'

/** The beginning of a handle at the end of what is typed. */
const beginning = /(?:^|\s)@([\w.+-]*)$/

/** Adds a note for the team. Typing `@` offers the colleagues who can be mentioned. */
export function NoteForm({ id }: { id: string }) {
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
      <p role="alert" className="text-bad text-sm empty:hidden">
        {error && failureText(error, 'Failed to add the note')}
      </p>
      {text.trim() && (
        <Button type="submit" size="small" className="justify-self-start" disabled={isPending}>
          Add note
        </Button>
      )}
    </form>
  )
}
