import { useSetAtom } from 'jotai'
import { Mail } from 'lucide-react'
import { type MailDraft, mailDraftAtom } from '#features/mailings/mail-draft'
import { useRights } from '#lib/rights'
import { Button } from '#ui/button'
import { mayWrite } from './offer-to-write'

/** Opens the dialog that writes to the people of some lessons, for those who may. */
export function WriteButton({ draft, label }: { draft: () => MailDraft; label?: string }) {
  const write = useSetAtom(mailDraftAtom)
  if (!mayWrite(useRights())) return null
  return (
    <Button size="small" variant="outline" aria-label={label} onClick={() => write(draft())}>
      <Mail className="size-4.5" />
      Write
    </Button>
  )
}
