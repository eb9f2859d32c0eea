import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice'
import { resetContactAtom } from './contact.atoms'

/** Stands in the form's place once the message is in. */
export const MessageSent = ({ message }: { message: string }) => (
  <Notice tone="good" title="Message Sent" takesFocus>
    <p>{message || 'Thank you. We respond within 24 hours.'}</p>
    <StartAgain>Send another message</StartAgain>
  </Notice>
)

/** Stands in the form's place when the same message came before. */
export const MessageReceived = () => (
  <Notice tone="warn" title="Message Already Received" takesFocus>
    <p>We have already received your inquiry and will respond within 24 hours.</p>
    <StartAgain>Submit a different inquiry</StartAgain>
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
