import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { contact } from '../../content/site'
import { Notice } from '../../ui/notice'
import { resetContactAtom } from './contact.atoms'

/** Stands in the form's place once the message is in. */
export const MessageSent = ({ message }: { message: string }) => (
  <Notice tone="good" title={contact.sent.title} takesFocus>
    <p>{message || contact.sent.text}</p>
    <StartAgain>{contact.sent.again}</StartAgain>
  </Notice>
)

/** Stands in the form's place when the same message came before. */
export const MessageReceived = () => (
  <Notice tone="warn" title={contact.duplicate.title} takesFocus>
    <p>{contact.duplicate.text}</p>
    <StartAgain>{contact.duplicate.again}</StartAgain>
  </Notice>
)

function StartAgain({ children }: { children: ReactNode }) {
  const reset = useSetAtom(resetContactAtom)
  return (
    <button type="button" onClick={() => reset()} className="text-link min-h-9 justify-self-start font-semibold">
      {children}
    </button>
  )
}
