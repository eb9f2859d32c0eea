import { useSetAtom } from 'jotai'
import { Mail } from 'lucide-react'
import { useRights, useSeesOwnOnly } from '#lib/rights'
import { Button } from '#ui/button'
import { type MailDraft, mailDraftAtom, mayWrite } from './mail-draft'

/** Opens the dialog that writes to the people of some lessons, for those who may. */
export function WriteButton({ draft, label }: { draft: () => MailDraft; label?: string }) {
  const write = useSetAtom(mailDraftAtom)
  const may = useRights()
  const isOwn = useSeesOwnOnly('lessons')
  if (!mayWrite(may) && !isOwn) return null
  return (
    <Button size="small" variant="outline" aria-label={label} onClick={() => write(draft())}>
      <Mail className="size-4.5" />
      Write
    </Button>
  )
}
