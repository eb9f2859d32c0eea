import { AppError } from '@app/contracts/errors'
import { idempotencyHeader } from '@app/contracts/idempotency'
import { studentOf } from '@app/contracts/student'
import type { References, TableRecord } from '@app/contracts/tables'
import { type Drawing, type NewWaiver, type Relation, signWaiver, type WaiverText } from '@app/contracts/waivers'
import { schoolDay } from '@app/school-time/school-day'
import { ageOn, dayOf } from '@app/table-schema/conditions'
import { type FormEvent, useId, useState } from 'react'
import { isUnreachable, useIsOffline } from '#lib/connection'
import { failureText } from '#lib/failure-text'
import { useContentKey } from '#lib/idempotency-key'
import { useCallMutation } from '#lib/queries'
import { TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import { SignatureField } from './signature-field'

type Props = {
  id: string
  text: WaiverText
  student: TableRecord
  onBusy: (isBusy: boolean) => void
  onOutdated: () => void
  onSigned: (signer: string) => void
}

/** The guardians that the record names: those it refers to, or the text of earlier releases. */
function guardianNames(student: TableRecord): string[] {
  const { guardians, guardianText } = studentOf(student)
  const labels = (student['references'] as References | undefined)?.['guardians'] ?? {}
  const names = guardians.flatMap((id) => {
    const known = labels[id]
    return known && !known.deleted ? [known.label] : []
  })
  return names.length > 0 ? names : [guardianText].filter(Boolean)
}

/** People who may sign: adults themselves. Of an unknown age the server asks for the date of birth. */
function relationsOf(student: TableRecord): { isMinor: boolean; options: { value: Relation; label: string }[] } {
  const birth = dayOf(studentOf(student).birthDate)
  const isMinor = birth !== undefined && ageOn(birth, schoolDay()) < 18
  const self = { value: 'self' as const, label: studentOf(student).name || 'The student' }
  const others = [
    { value: 'parent' as const, label: 'Parent' },
    { value: 'guardian' as const, label: 'Legal guardian' },
  ]
  return { isMinor, options: isMinor ? others : [self, others[1]!] }
}

/** The text, who signs it, and the signature. Whatever fails, what was drawn and typed stays. */
export function SignForm({ id, text, student, onBusy, onOutdated, onSigned }: Props) {
  const errorId = useId()
  const keyFor = useContentKey()
  const isOffline = useIsOffline()
  const { isMinor, options } = relationsOf(student)
  const [relation, setRelation] = useState<Relation>(options[0]!.value)
  const guardians = guardianNames(student)
  const [signer, setSigner] = useState(isMinor ? (guardians[0] ?? '') : studentOf(student).name)
  const [drawing, setDrawing] = useState<Drawing>()
  const [isDrawn, setDrawn] = useState(true)
  const [typed, setTyped] = useState('')
  // Signing confirms that the text was read. If it has changed since the form was opened, a tick confirms the new one.
  const [read, setRead] = useState(text.version)
  const [opened] = useState(text.version)
  const hasRead = read === text.version
  const [wasSubmitted, setSubmitted] = useState(false)
  const save = useCallMutation(signWaiver, {
    about: student.id,
    input: (body: NewWaiver) => ({ params: { id: student.id }, headers: { [idempotencyHeader]: keyFor(body) }, body }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: ({ signer: name }) => onSigned(name),
    onError: (error) => error instanceof AppError && error.code === 'conflict' && onOutdated(),
  })
  const fields = save.error instanceof AppError ? (save.error.fields ?? {}) : {}
  const isMissing = isDrawn ? drawing === undefined : typed.trim() === ''
  const errors = {
    signer: signer.trim().length < 2 ? 'Enter the name of the person who signs' : undefined,
    signature: isMissing ? (isDrawn ? 'Draw the signature' : 'Type your full name') : undefined,
    read: hasRead ? undefined : 'Read the new text, then tick this box',
  }
  const shown: Partial<typeof errors> = wasSubmitted ? errors : {}

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setSubmitted(true)
    const firstError = Object.entries(errors).find(([, error]) => error)?.[0]
    if (firstError) {
      event.currentTarget.querySelector<HTMLElement>(`[data-part="${firstError}"]`)?.focus()
      return
    }
    const signature = isDrawn ? { drawing: drawing! } : { typed: typed.trim() }
    save.mutate({ signer: signer.trim(), relation, textVersion: text.version, ...signature })
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {/* Read first: the focus does not jump over it to the fields below. */}
      <section
        aria-label="Text of the waiver"
        tabIndex={-1}
        data-first
        className="whitespace-pre-wrap text-lg leading-relaxed outline-none [overflow-wrap:anywhere]"
      >
        {text.text}
      </section>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 font-semibold">Who signs?</legend>
        <div className="flex flex-wrap gap-2">
          {options.map(({ value, label }) => (
            <label
              key={value}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border-2 border-edge bg-card px-3.5 has-checked:border-forest has-checked:bg-sunken"
            >
              <input
                type="radio"
                name={`${id}-relation`}
                checked={relation === value}
                onChange={() => {
                  setRelation(value)
                  if (!isMinor) setSigner(value === 'self' ? studentOf(student).name : (guardians[0] ?? ''))
                }}
                className="size-5 accent-primary"
              />
              {label}
            </label>
          ))}
        </div>
        {isMinor && (
          <p className="text-muted text-sm">{studentOf(student).name} is under 18, so a parent or guardian signs.</p>
        )}
        <p className="text-bad text-sm empty:hidden">{fields['relation']}</p>
      </fieldset>
      <TextField
        id={`${id}-signer`}
        data-part="signer"
        label="Full name of the person who signs"
        autoComplete="off"
        list={`${id}-guardians`}
        maxLength={100}
        value={signer}
        error={shown.signer ?? fields['signer'] ?? ''}
        onValue={setSigner}
      />
      <datalist id={`${id}-guardians`}>
        {relation !== 'self' && guardians.map((name) => <option key={name} value={name} />)}
      </datalist>
      <SignatureField
        id={`${id}-signature`}
        isDrawn={isDrawn}
        typed={typed}
        onModeChange={setDrawn}
        error={shown.signature ?? fields['drawing'] ?? fields['typed']}
        isBusy={save.isPending}
        onDrawn={setDrawing}
        onTyped={setTyped}
      />
      {text.version !== opened && (
        <div className="grid gap-1">
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              data-part="read"
              checked={hasRead}
              aria-describedby={errorId}
              aria-invalid={shown.read ? true : undefined}
              onChange={({ target }) => setRead(target.checked ? text.version : opened)}
              className="size-6 shrink-0 accent-primary"
            />
            The text above has changed. I have read it again and agree to it.
          </label>
          <p id={errorId} className="text-bad text-sm empty:hidden">
            {shown.read}
          </p>
        </div>
      )}
      {isOffline && !save.error && (
        <Notice tone="warn">
          <p>There is no connection at the moment. Signing needs one: keep this page open until it is back.</p>
        </Notice>
      )}
      {save.error && !save.isPending && (
        <Notice tone="bad" title="Not signed yet">
          <p>
            {isUnreachable(save.error)
              ? 'There is no connection, and signing needs one. The signature is still here: choose Sign again when the connection is back.'
              : `${failureText(save.error, 'The waiver could not be signed.')} The signature is still here.`}
          </p>
        </Notice>
      )}
    </form>
  )
}
