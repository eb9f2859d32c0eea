import { useSetAtom } from 'jotai'
import { StickyNote } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { momentText } from '#lib/school-time'
import { Button, SmallButton } from '#ui/button'
import { TextAreaField } from '#ui/field'
import { enterAtom, type NoteEntry, useSendOutbox } from './use-send-outbox'

const maxLength = 500

/** A note with the moment it was written, on one line. */
const lineOf = (text: string) => `${momentText(new Date().toISOString())}: ${text}`.replace(/\s+/g, ' ').trim()

type Props = Pick<NoteEntry, 'table' | 'record' | 'about'>

/** Adds a line to the notes of a student or a lesson, also without a connection. In a row of buttons its form is below them. */
export function NoteForm({ table, record, about }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [isSaved, setSaved] = useState(false)
  const enter = useSetAtom(enterAtom)
  const { sendAll } = useSendOutbox()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (text.trim() === '') return
    await enter({ kind: 'note', table, record, about, line: lineOf(text) })
    setText('')
    setOpen(false)
    setSaved(true)
    await sendAll()
  }
  return (
    <>
      <SmallButton
        className="min-h-11"
        aria-expanded={open}
        aria-label={`Note on ${about}`}
        onClick={() => {
          setOpen(!open)
          setSaved(false)
        }}
      >
        <StickyNote className="size-4.5" />
        Note
      </SmallButton>
      {open && (
        <form onSubmit={submit} className="order-1 grid w-full grid-cols-[minmax(0,1fr)] gap-2">
          <TextAreaField
            id={id}
            label={`Note on ${about}`}
            rows={2}
            maxLength={maxLength}
            value={text}
            onValue={setText}
          />
          <Button type="submit" size="small" className="justify-self-start" disabled={text.trim() === ''}>
            Add note
          </Button>
        </form>
      )}
      <p role="status" className="order-1 w-full text-muted text-sm empty:hidden">
        {isSaved && 'The note is kept.'}
      </p>
    </>
  )
}
