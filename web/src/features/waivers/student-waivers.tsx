import { studentOf } from '@app/contracts/student'
import type { SignedWaiver } from '@app/contracts/waivers'
import { schoolDay } from '@app/school-time/school-day'
import { badgesOf, holdsWaiver } from '@app/table-schema/badges'
import { dayOf } from '@app/table-schema/conditions'
import { useQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { useSeesWhole } from '#lib/rights'
import { dateText, momentText } from '#lib/school-time'
import type { RecordPartProps } from '#lib/table-extension'
import { useSignWaiver } from '#lib/waiver-signing'
import { Button } from '#ui/button'
import { onDemand } from '#ui/chunk'
import { LoadError } from '#ui/load-state'
import { relationNames, signedWaiversQuery } from './waiver-queries'

const SignedDialog = onDemand(() => import('./signed-dialog').then((file) => file.SignedDialog))

/** The waiver of a student: whether one holds, what was signed, and the way to sign. */
export function StudentWaivers({ schema, record }: RecordPartProps) {
  const sign = useSignWaiver()
  // People who see single students only do not see what these signed.
  const mayView = useSeesWhole()('students')
  const { data, error, refetch } = useQuery({ ...signedWaiversQuery(record.id), enabled: mayView })
  const [shown, show] = useState<SignedWaiver>()
  const signed = data?.data ?? []
  const { name: label, waiverUntil } = studentOf(record)
  const today = schoolDay()
  const badge = badgesOf(schema, record, today).find(({ about }) => about === 'waiver')
  const holds = holdsWaiver(record, today)
  const until = dayOf(waiverUntil)
  const end = until ? `, valid until ${dateText(until)}` : ''
  const state = holds ? `Waiver signed${end}` : until ? `Waiver expired ${dateText(until)}` : 'Waiver missing'
  const isDue = badge !== undefined || !holds
  return (
    <section aria-label="Waiver" className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
        {/* The badge of the record says it already, unless an admin has removed it. */}
        {!badge && <span className={holds ? 'font-semibold' : 'font-semibold text-bad'}>{state}</span>}
        {sign && (
          <Button size="small" variant={isDue ? 'primary' : 'outline'} onClick={() => sign({ id: record.id, label })}>
            <PenLine className="size-4" />
            {isDue ? 'Sign waiver' : 'Sign again'}
          </Button>
        )}
      </p>
      {error && !data && (
        <LoadError error={error} fallback="Failed to load what was signed" onRetry={() => refetch()} />
      )}
      <ul className="grid text-sm empty:hidden">
        {signed.map((waiver) => (
          <li key={waiver.id} className="[overflow-wrap:anywhere]">
            <button type="button" onClick={() => show(waiver)} className="text-link min-h-9 text-left">
              {waiver.signer}, {relationNames[waiver.relation]}
            </button>
            <span className="text-muted">
              {' '}
              {momentText(waiver.at)}, version {waiver.textVersion}
              {waiver.until && `, until ${dateText(waiver.until)}`}
            </span>
          </li>
        ))}
      </ul>
      {shown && <SignedDialog waiver={shown} student={label} onClose={() => show(undefined)} />}
    </section>
  )
}
