import type { MailingAudience } from '@app/contracts/mailings'
import { atom, useSetAtom } from 'jotai'
import { Mail } from 'lucide-react'
import { type Rights, useRights, useSeesOwnOnly } from '#lib/rights'
import { SmallButton } from '#ui/button'

/** A mailing that is about to be written: what it is about, and what is filled in. */
export type MailDraft = { about: MailingAudience['about']; subject: string; text: string; onSent?: () => void }

/** The mailing whose dialog is open. */
export const mailDraftAtom = atom<MailDraft | null>(null)

/** Whoever changes lessons and may see people writes to them. */
export const mayWrite = (may: Rights) =>
  may('lessons', 'edit') && (may('students', 'view') || may('instructors', 'view'))

/** Opens the dialog that writes to the people of some lessons, for those who may. */
export function WriteButton({ draft, label }: { draft: () => MailDraft; label?: string }) {
  const write = useSetAtom(mailDraftAtom)
  const may = useRights()
  const isOwn = useSeesOwnOnly('lessons')
  if (!mayWrite(may) && !isOwn) return null
  return (
    <SmallButton aria-label={label} onClick={() => write(draft())}>
      <Mail className="size-4.5" />
      Write
    </SmallButton>
  )
}
