import type { DayLesson, LessonDay } from '@app/contracts/today'
import { payloadForCreate } from '@app/table-schema/record'
import { referencedTable, titleField } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { useSetAtom } from 'jotai'
import { UserPlus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { enterAtom } from '#features/attendance/kept/outbox.atoms'
import type { WalkInEntry } from '#features/attendance/kept/outbox-entry'
import { FormField } from '#features/record/form/form-field'
import { neededFields } from '#features/record/form/record-values'
import { useRecordForm } from '#features/record/form/use-record-form'
import { mostAlike } from '#features/record/new-record/likely-duplicates'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { type GuardianErrors, GuardianFields, guardianErrors } from './guardian-fields'
import { useKeptStudents, useKnownDays } from './kept-students'

type Props = { lesson: DayLesson }

/** Adds a walk-in without a connection: sent, seated and marked as present when it is back. */
export function WalkInLater({ lesson }: Props) {
  const [open, setOpen] = useState(false)
  const schema = useKeptStudents()
  return (
    <>
      <Button
        size="small"
        variant="outline"
        className="min-h-11 justify-self-start"
        aria-haspopup="dialog"
        disabled={!schema}
        onClick={() => setOpen(true)}
      >
        <UserPlus className="size-4.5" />
        Walk-in
      </Button>
      {open && schema && <WalkInDialog lesson={lesson} schema={schema} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The students of the kept days who are not in the lesson. */
const othersOf = (days: readonly LessonDay[], { students }: DayLesson) =>
  days
    .flatMap(({ lessons }) => lessons.flatMap((each) => each.students))
    .filter(({ id, deleted }) => !deleted && !students.some((student) => student.id === id))

function WalkInDialog({ lesson, schema, onClose }: Props & { schema: TableSchema; onClose: () => void }) {
  const id = useId()
  const form = useRecordForm(schema, null)
  const enter = useSetAtom(enterAtom)
  const name = String(form.values[titleField(schema) ?? ''] ?? '')
  const days = useKnownDays()
  const known = mostAlike(name, othersOf(days, lesson))
  const add = async (person: WalkInEntry['person'], called: string) => {
    await enter({ kind: 'walk-in', lesson: lesson.id, about: lesson.title, name: called, person })
    onClose()
  }
  const [guardian, setGuardian] = useState({ name: '', phone: '' })
  const [missing, setMissing] = useState<GuardianErrors>({})
  const needed = neededFields(schema, form)
  const isGuardian = ([field, about]: (typeof needed)[number]) =>
    field === 'guardians' && referencedTable(about) === 'guardians'
  const needsGuardian = needed.some(isGuardian)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { guardians: _none, ...errors } = form.check()
    const ofGuardian = needsGuardian ? guardianErrors(guardian) : {}
    setMissing(ofGuardian)
    if (Object.keys({ ...errors, ...ofGuardian }).length > 0) return
    const given = { name: guardian.name.trim(), phone: guardian.phone.trim() }
    await add({ values: payloadForCreate(schema, form.values), ...(needsGuardian && { guardian: given }) }, name)
  }
  return createPortal(
    <Dialog
      title="Walk-in"
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id}>
            Add walk-in
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-muted">Kept on this device and sent when the connection is back.</p>
        {needed.map(([field, about]) =>
          isGuardian([field, about]) ? (
            <GuardianFields key={field} id={id} value={guardian} errors={missing} onChange={setGuardian} />
          ) : (
            <FormField key={field} schema={schema} name={field} field={about} form={form} prefix={id} />
          ),
        )}
        {known.length > 0 && (
          <section aria-label="Likely the same" className="grid gap-2">
            <p className="font-semibold">Already a student?</p>
            <div className="flex flex-wrap gap-2">
              {known.map((student) => (
                <Button
                  key={student.id}
                  size="small"
                  variant="outline"
                  onClick={() => add({ id: student.id }, student.label)}
                >
                  {student.label}
                </Button>
              ))}
            </div>
          </section>
        )}
      </form>
    </Dialog>,
    document.body,
  )
}
