import { readRecord } from '@app/contracts/records'
import { guardianOf, studentOf } from '@app/contracts/student'
import type { TableRecord } from '@app/contracts/tables'
import type { LessonPerson, RosterGuardian } from '@app/contracts/today'
import { schoolDay } from '@app/school-time/school-day'
import { ageOn } from '@app/table-schema/conditions'
import { wordsOf } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { callApi } from '#lib/call-api'
import { recordKey } from '#lib/records'
import { useMayEdit, useRights } from '#lib/rights'
import { StudentBadges } from '#ui/badge'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { LoadState } from '#ui/load-state'
import { PhoneLink } from '#ui/phone'
import { NoteForm } from './offline/note-form'
import { type EmergencyDetails, useKeptDetails } from './offline/offline-people'

const table = 'students'
const guardianFrom = (record: TableRecord): RosterGuardian => {
  const { name, relation, phone, secondContact, pickupNote } = guardianOf(record)
  return {
    name,
    relation: wordsOf(relation),
    phone: phone || null,
    secondContact: secondContact || null,
    pickupNote: pickupNote || null,
  }
}

const detailsOf = (record: TableRecord, guardians: RosterGuardian[]): EmergencyDetails => {
  const { phone, notes, birthDate } = studentOf(record)
  return {
    guardian: guardians.map(({ name }) => name).join(', '),
    guardians,
    phone,
    notes,
    age: birthDate ? ageOn(birthDate, schoolDay()) : null,
  }
}

/** The name of a student, which opens what is needed in an emergency. Without the right to see students it is only the name. */
export function EmergencyButton({ student }: { student: LessonPerson }) {
  const [open, setOpen] = useState(false)
  const mayView = useRights()(table, 'view')
  if (student.deleted || !mayView)
    return <span className={student.deleted ? 'text-muted italic' : 'font-semibold'}>{student.label}</span>
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="min-h-11 text-left font-semibold leading-tight underline decoration-edge decoration-dotted underline-offset-4 [overflow-wrap:anywhere] hover:decoration-forest"
      >
        {student.label}
      </button>
      {/* Outside of the attendance sheet's groups and lists. */}
      {open && createPortal(<EmergencyCard student={student} onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}

function EmergencyCard({
  student: { id, label, phone, phoneOf, badges },
  onClose,
}: {
  student: LessonPerson
  onClose: () => void
}) {
  const maySeeGuardians = useRights()('guardians', 'view')
  const { data, error, refetch } = useQuery({
    queryKey: [...recordKey(table, id), 'emergency', maySeeGuardians],
    queryFn: async ({ signal }) => {
      const record = await callApi(readRecord, { params: { table, id }, signal })
      const ids = maySeeGuardians ? studentOf(record).guardians : []
      const guardians = ids.map((each) => callApi(readRecord, { params: { table: 'guardians', id: each }, signal }))
      // One who was deleted meanwhile must not hide the others.
      const found = await Promise.allSettled(guardians)
      return { record, guardians: found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])) }
    },
    staleTime: 60_000,
  })
  const kept = useKeptDetails(id)
  const fromServer = data && detailsOf(data.record, data.guardians.map(guardianFrom))
  const shown = fromServer ?? kept
  const mayEdit = useMayEdit(table)
  return (
    <Dialog title={label} size="small" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {badges.length > 0 && (
          <p className="flex flex-wrap gap-1.5">
            <StudentBadges student={{ id, label }} badges={badges} />
          </p>
        )}
        {/* Known already, so it is there without a connection. */}
        {!shown && phone && (
          <p className="text-xl">
            <PhoneLink phone={phone} name={phoneOf ?? label} />
          </p>
        )}
        {!shown && <LoadState query={{ data: shown, error, refetch }} what="the student" />}
        {shown && <Details name={label} {...shown} />}
        {mayEdit && (
          <div className="flex flex-wrap gap-2">
            <NoteForm table={table} record={id} about={label} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Details({ name, guardian, guardians, phone, age, notes }: EmergencyDetails & { name: string }) {
  const isShown = guardians.some((one) => one.phone === phone)
  return (
    <dl className="grid gap-3 [&_dt]:text-muted [&_dt]:text-sm">
      {guardians.length === 0 && (
        <div>
          <dt>Guardian</dt>
          <dd className="text-lg">{guardian || 'None'}</dd>
        </div>
      )}
      {guardians.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two guardians may have one name, and the list is not edited here.
        <Guardian key={at} {...one} />
      ))}
      {!isShown && (
        <div>
          <dt>Phone</dt>
          <dd className="text-xl">
            {phone ? <PhoneLink phone={phone} name={guardians.length > 0 ? name : guardian || name} /> : 'None'}
          </dd>
        </div>
      )}
      {age !== null && (
        <div>
          <dt>Age</dt>
          <dd className="text-lg">{age}</dd>
        </div>
      )}
      <div>
        <dt>Notes</dt>
        <dd className="whitespace-pre-wrap text-lg [overflow-wrap:anywhere]">{notes || 'None'}</dd>
      </div>
    </dl>
  )
}

const Guardian = ({ name, relation, phone, secondContact, pickupNote }: RosterGuardian) => (
  <div className="grid gap-1">
    <dt>{relation ? `Guardian (${relation.toLowerCase()})` : 'Guardian'}</dt>
    <dd className="text-lg">{name}</dd>
    {phone && (
      <dd className="text-xl">
        <PhoneLink phone={phone} name={name} />
      </dd>
    )}
    {secondContact && <dd className="[overflow-wrap:anywhere]">Second contact: {secondContact}</dd>}
    {pickupNote && <dd className="[overflow-wrap:anywhere]">Pick-up: {pickupNote}</dd>}
  </div>
)
