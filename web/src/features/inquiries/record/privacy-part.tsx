import { UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { useIsAdmin } from '#lib/rights'
import type { RecordPartProps } from '#lib/table-extension'
import { Button } from '#ui/button'
import { EraseDialog } from './erase-dialog'

/** For visitors who ask for the erasure of their data. */
export function PrivacyPart({ record: { email }, onGone }: RecordPartProps) {
  const [asking, setAsking] = useState(false)
  const isAdmin = useIsAdmin()
  if (!isAdmin || typeof email !== 'string' || email === '') return null
  return (
    <section aria-label="Privacy" className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4">
      <p className="mr-auto max-w-prose text-muted text-sm">
        If this person asks for it: delete everything from this address.
      </p>
      <Button size="small" variant="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        <UserRoundX className="size-4" />
        Erase this person's data…
      </Button>
      {asking && <EraseDialog email={email} onClose={() => setAsking(false)} onErased={onGone} />}
    </section>
  )
}
