import { enteredPhone } from '@app/contracts/entered-phone'
import type { DayLesson, LessonDay, LessonPerson } from '@app/contracts/today'
import { matchesOffered, patterns } from '@app/table-schema/pattern'
import { payloadForCreate } from '@app/table-schema/record'
import { referencedTable, titleField } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { useSetAtom } from 'jotai'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { enterAtom, type NewGuardian, type WalkInEntry } from '#features/attendance/offline/use-send-outbox'
import { FormField } from '#features/records/record/form/form-field'
import { neededFields, useRecordForm } from '#features/records/record/form/use-record-form'
import { mostAlike } from '#features/records/record/new-record/likely-duplicates'
import { SmallButton } from '#ui/button'
import { TextField } from '#ui/field'
import { fieldsOf } from '#ui/form-values'
import { SavingDialog } from '#ui/saving-dialog'
import { useKeptStudents, useKnownDays } from './offline-students'

/** As the table of guardians accepts phones. */
const isPhone = (phone: string) => matchesOffered(patterns.phone, enteredPhone(phone))
const nameLimits = { min: 2, max: 100 }

type GuardianErrors = { name?: string; phone?: string }

/** Missing details: a guardian can be called. */
function guardianErrors({ name, phone }: NewGuardian): GuardianErrors {
  const length = [...name.trim()].length
  return {
    ...((length < nameLimits.min || length > nameLimits.max) && { name: 'Guardian is required' }),
    ...(!isPhone(phone) && { phone: 'Phone of the guardian is required, such as 916-555-0142' }),
  }
}

type GuardianFieldsProps = {
  id: string
  value: NewGuardian
  errors: GuardianErrors
  onChange: (value: NewGuardian) => void
}

/** The guardian of a minor, without a connection in which one could be searched for. */
function GuardianFields({ id, value, errors, onChange }: GuardianFieldsProps) {
  const field = fieldsOf(`${id}-guardian`, value, (changed) => onChange({ ...value, ...changed }), errors)
  return (
    <>
      <TextField {...field('name', 'Guardian *')} required autoComplete="off" />
      <TextField
        {...field('phone', 'Phone of the guardian *')}
        required
        type="tel"
        inputMode="tel"
        autoComplete="off"
      />
    </>
  )
}

type Props = { lesson: DayLesson }

type ButtonProps = {
  schema: TableSchema | undefined
  dialog: (schema: TableSchema, close: () => void) => ReactNode
}

/** Opens the dialog that adds a walk-in, once the fields of a student are known. */
export function WalkInButton({ schema, dialog }: ButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <SmallButton
        className="min-h-11 justify-self-start"
        aria-haspopup="dialog"
        disabled={!schema}
        onClick={() => setOpen(true)}
      >
        <UserPlus className="size-4.5" />
        Walk-in
      </SmallButton>
      {open && schema && dialog(schema, () => setOpen(false))}
    </>
  )
}

/** Adds a walk-in without a connection: sent, seated and marked as present when it is back. */
export const WalkInLater = ({ lesson }: Props) => (
  <WalkInButton
    schema={useKeptStudents()}
    dialog={(schema, close) => <LaterDialog lesson={lesson} schema={schema} onClose={close} />}
  />
)

function LaterDialog({ lesson, schema, onClose }: Props & { schema: TableSchema; onClose: () => void }) {
  const enter = useSetAtom(enterAtom)
  const days = useKnownDays()
  return (
    <WalkInDialog
      schema={schema}
      note="Kept on this device and sent when the connection is back."
      alike={(name) => mostAlike(name, othersOf(days, lesson))}
      saving={{
        async mutate({ person, name }) {
          await enter({ kind: 'walk-in', lesson: lesson.id, about: lesson.title, name, person })
          onClose()
        },
      }}
      onClose={onClose}
    />
  )
}

/** The students of the kept days who are not in the lesson. */
const othersOf = (days: readonly LessonDay[], { students }: DayLesson) =>
  days
    .flatMap(({ lessons }) => lessons.flatMap((each) => each.students))
    .filter(({ id, deleted }) => !deleted && !students.some((student) => student.id === id))

type Person = Pick<WalkInEntry, 'person' | 'name'>
type DialogProps = {
  schema: TableSchema
  note?: string
  /** Students who may be the one whose name is typed. */
  alike: (name: string) => readonly Pick<LessonPerson, 'id' | 'label'>[]
  onName?: (name: string) => void
  saving: { isPending?: boolean; error?: Error | null; mutate: (given: Person) => void }
  onClose: () => void
}

/** Asks who walks in: a student of the school, or a new one with the guardian. */
export function WalkInDialog({ schema, note, alike, onName, saving, onClose }: DialogProps) {
  const id = useId()
  const form = useRecordForm(schema, null)
  const name = String(form.values[titleField(schema) ?? ''] ?? '')
  const known = alike(name)
  const told = useEffectEvent(() => onName?.(name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: told of each name, by whatever is told last.
  useEffect(() => told(), [name])
  const add = (person: WalkInEntry['person'], called: string) => saving.mutate({ person, name: called })
  const [guardian, setGuardian] = useState({ name: '', phone: '' })
  const [missing, setMissing] = useState<GuardianErrors>({})
  const needed = neededFields(schema, form)
  const isGuardian = ([field, about]: (typeof needed)[number]) =>
    field === 'guardians' && referencedTable(about) === 'guardians'
  const needsGuardian = needed.some(isGuardian)
  const submit = () => {
    const { guardians: _none, ...errors } = form.check()
    const ofGuardian = needsGuardian ? guardianErrors(guardian) : {}
    setMissing(ofGuardian)
    if (Object.keys({ ...errors, ...ofGuardian }).length > 0) return
    const given = { name: guardian.name.trim(), phone: guardian.phone.trim() }
    add({ values: payloadForCreate(schema, form.values), ...(needsGuardian && { guardian: given }) }, name)
  }
  return createPortal(
    <SavingDialog
      title="Walk-in"
      size="small"
      saving={{ ...saving, mutate: submit }}
      texts={{ submit: 'Add walk-in' }}
      noValidate
      onClose={onClose}
    >
      {note && <p className="text-muted">{note}</p>}
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
              <SmallButton key={student.id} onClick={() => add({ id: student.id }, student.label)}>
                {student.label}
              </SmallButton>
            ))}
          </div>
        </section>
      )}
    </SavingDialog>,
    document.body,
  )
}
