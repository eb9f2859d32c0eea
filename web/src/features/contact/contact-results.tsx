import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useSite } from '#content/shown-site'
import { contact } from '#content/site'
import { Arrow } from '#ui/drawings/arrow'
import { TargetFace } from '#ui/drawings/target-face'
import { Notice } from '#ui/notice'
import { resetContactAtom } from './contact.atoms'

/** Replaces the form after success. */
export function MessageSent({ message }: { message: string }) {
  const { contact: texts } = useSite()
  return (
    <>
      <Notice tone="good" title={contact.sent.title} takesFocus>
        <p>{message || texts.sent}</p>
        <StartAgain>{contact.sent.again}</StartAgain>
      </Notice>
      <Hit />
    </>
  )
}

/** Replaces the form after a duplicate. */
export function MessageReceived() {
  const { contact: texts } = useSite()
  return (
    <Notice tone="warn" title={contact.duplicate.title} takesFocus>
      <p>{texts.duplicate}</p>
      <StartAgain>{contact.duplicate.again}</StartAgain>
    </Notice>
  )
}

/** An arrow hits the target. */
const Hit = () => (
  <svg viewBox="-130 0 330 200" aria-hidden="true" className="mx-auto mt-8 w-full max-w-72 overflow-hidden">
    <TargetFace />
    <g className="shot">
      <g transform="translate(101 99) rotate(-8)">
        <Arrow />
      </g>
    </g>
  </svg>
)

function StartAgain({ children }: { children: ReactNode }) {
  const reset = useSetAtom(resetContactAtom)
  return (
    <button type="button" onClick={() => reset()} className="text-link min-h-9 justify-self-start font-semibold">
      {children}
    </button>
  )
}
