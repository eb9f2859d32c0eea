import { recordLabel } from '@app/table-schema'
import { FileUser, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { personFilePath } from '#lib/paths'
import { useIsAdmin } from '#lib/rights'
import type { RecordPartProps } from '#lib/table-extension'
import { ButtonLink, SmallButton } from '#ui/button'
import { EraseDialog } from './erase-dialog'

export { InquiryDesk } from './inquiry-desk'

/** For people who ask what is stored about them, or for its erasure. */
export function PrivacyPart({ schema, record, onGone }: RecordPartProps) {
  const [asking, setAsking] = useState(false)
  const isAdmin = useIsAdmin()
  if (!isAdmin) return null
  const email = typeof record['email'] === 'string' && record['email'] !== '' ? record['email'] : null
  const person = { label: recordLabel(schema, record), email, record: `${schema.name}/${record.id}` }
  return (
    <section aria-label="Privacy" className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4">
      <p className="mr-auto max-w-prose text-muted text-sm">
        If this person asks for it: show or delete everything that is stored about them.
      </p>
      {email !== null && (
        <ButtonLink size="small" variant="outline" href={personFilePath(email)}>
          <FileUser className="size-4" />
          Person file
        </ButtonLink>
      )}
      <SmallButton aria-haspopup="dialog" onClick={() => setAsking(true)}>
        <UserRoundX className="size-4" />
        Erase this person's data…
      </SmallButton>
      {asking && <EraseDialog person={person} onClose={() => setAsking(false)} onErased={onGone} />}
    </section>
  )
}
