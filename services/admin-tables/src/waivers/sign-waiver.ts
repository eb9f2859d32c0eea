import { days } from '@app/contracts/durations'
import { AppError, conflict, invalidField, keyOfOther, notFound } from '@app/contracts/errors'
import type { NewWaiver, NewWaiverText, SignedWaiver, WaiverText } from '@app/contracts/waivers'
import { type Actor, derivedId } from '@app/jobs'
import { everything, type Scope } from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import { adult, ageOn, dayOf } from '@app/table-schema'
import { type ApplyWrites, applyWrite } from '../records/apply-writes'
import type { RecordStore } from '../records/record-store'
import type { RevisionStore } from '../records/revision-store'
import type { WireRecord } from '../tables/read-record'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { type Signature, type SignatureMark, signedWaiverOf, type WaiverStore } from './waiver-store'

export type WaiverDeps = {
  tables: Pick<TableSchemaStore, 'find'>
  records: Pick<RecordStore, 'one'>
  waivers: WaiverStore
  revisions: Pick<RevisionStore, 'from'>
  apply: ApplyWrites
}

const table = 'students'
/** Which signatures the sweep looks at again. */
const recent = days(7)

/** The last day on which a signature of this day holds: the same day some months later, or the last one of that month. */
export function lastDay(signedOn: string, months: number): string {
  const [year = 0, month = 0, day = 0] = signedOn.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth))).toISOString().slice(0, 10)
}

/** @throws AppError when this person may not sign for this student */
function checkRelation(student: WireRecord, { relation }: NewWaiver, today: string): void {
  if (relation !== 'self') return
  const birth = dayOf(student['birth_date'])
  if (birth === undefined)
    throw invalidField('relation', 'Enter the date of birth first: only adults sign for themselves')
  if (ageOn(birth, today) < adult)
    throw invalidField('relation', `A student under ${adult} cannot sign: a parent or guardian must`)
}

const isSame = (stored: Signature, student: string, { signer, relation, textVersion, ...given }: NewWaiver) =>
  stored.student === student &&
  stored.signer === signer &&
  stored.relation === relation &&
  stored.version === textVersion &&
  (stored.drawing?.path ?? null) === (given.drawing?.path ?? null) &&
  stored.typed === (given.typed ?? null)

/**
 * Waivers signed in person. The signature is stored first, for good; then the student gets the day on which it ends, which is what
 * badges, lists and filters read. A repeated call and the sweep complete what was interrupted in between.
 */
export function waiverActions({ tables, records, waivers, revisions, apply }: WaiverDeps, now = () => new Date()) {
  async function studentOf(id: string, scope: Scope = everything): Promise<WireRecord> {
    const schema = await tables.find(table)
    const student = schema && (await records.one(schema, id, scope))
    if (!student) throw notFound()
    return student
  }

  /** The values that a student gets of the newest signature, as far as the table has these fields. */
  async function signedValues(student: string): Promise<Record<string, unknown>> {
    const [schema, [newest]] = await Promise.all([tables.find(table), waivers.of(student)])
    if (!schema || !newest) return {}
    return {
      ...(schema.properties['waiver_signed']?.type === 'boolean' && { waiver_signed: true }),
      ...(schema.properties['waiver_until']?.format === 'date' && { waiver_until: newest.until }),
    }
  }

  type By = Pick<Actor, 'id' | 'email'> & { requestId?: string }

  /** Notes on the student when the newest signature ends. */
  async function settle(by: By, id: string, given?: { values: object; expectedVersion: string }): Promise<void> {
    const values = given?.values ?? (await signedValues(id))
    const reason = { source: 'waiver', scope: everything } as const
    // `isFormer`: a record that lacks something else can have its waiver signed, too.
    const write = { action: 'update', table, id, isFormer: true, ...given, values } as const
    await applyWrite(apply, { requestId: '', ...by }, reason, write)
  }

  /** Completes a signature that the student does not show. Where people have changed since what it had noted, theirs stays. */
  async function complete({ student, at, by }: SignatureMark): Promise<void> {
    const schema = await tables.find(table)
    const record = schema && (await records.one(schema, student, everything))
    if (!record) return
    const values = await signedValues(student)
    const isNoted = (of: (field: string) => unknown) =>
      Object.entries(values).every(([field, value]) => (of(field) ?? null) === value)
    if (isNoted((field) => record[field])) return
    const later = await revisions.from(table, student, at)
    if (later.some(({ source }) => source === 'waiver')) return
    // A signature that changed nothing has no revision of its own: what the first later change replaced tells.
    const original = (field: string) => later.find(({ changes }) => changes?.[field])?.changes?.[field]
    if (isNoted((field) => (original(field) ?? [record[field]])[0])) return
    await settle(by, student, { values, expectedVersion: String(record.updated_at) })
  }

  /** @param scope what of the students the signature may be for */
  async function sign(
    student: string,
    given: NewWaiver,
    actor: Actor,
    key?: string,
    scope: Scope = everything,
  ): Promise<SignedWaiver> {
    const record = await studentOf(student, scope)
    const id = key === undefined ? waivers.newId() : derivedId(JSON.stringify(['waiver', actor.id, key]))
    const earlier = key === undefined ? undefined : await waivers.find(id)
    if (earlier && !isSame(earlier, student, given)) throw keyOfOther()
    if (earlier) {
      await settle(actor, student)
      return signedWaiverOf(earlier)
    }
    const text = await waivers.current()
    if (text.isSample) throw conflict('An admin must publish the waiver of the school first.')
    if (given.textVersion > text.version)
      throw invalidField('textVersion', `There is no version ${given.textVersion} of the waiver`)
    if (given.textVersion < text.version)
      throw conflict(
        `The text of the waiver has changed: version ${text.version} is current. Please read and sign that one.`,
      )
    const at = now()
    const today = schoolDay(at.getTime())
    checkRelation(record, given, today)
    const stored = await waivers.add({
      id,
      student,
      signer: given.signer,
      relation: given.relation,
      at,
      version: text.version,
      text_hash: text.hash,
      until: text.months === null ? null : lastDay(today, text.months),
      drawing: given.drawing ?? null,
      typed: given.typed ?? null,
      by: { id: actor.id, email: actor.email },
    })
    try {
      await settle(actor, student)
    } catch (error) {
      // Deleted or erased at the same moment.
      if (error instanceof AppError && error.code === 'not_found') await waivers.drop(stored.id)
      throw error
    }
    return signedWaiverOf(stored)
  }

  return {
    texts: () => waivers.texts(),

    async publish({ text: given, months, replaces }: NewWaiverText, by: string): Promise<WaiverText> {
      const text = given.replace(/\r\n?/g, '\n').normalize('NFC')
      const current = await waivers.current()
      if (current.text === text && current.months === months) return current
      const added = current.version === replaces ? await waivers.publish(replaces + 1, text, months, by) : undefined
      if (added) return added
      throw conflict('Another person has published a text since you opened this one. Reload it first.')
    },

    async list(student: string): Promise<SignedWaiver[]> {
      await studentOf(student)
      return (await waivers.of(student)).map(signedWaiverOf)
    },

    sign,

    /** Completes what was interrupted after a signature was stored. */
    async sweep(): Promise<void> {
      const seen = new Set<string>()
      for (const signed of await waivers.since(new Date(now().getTime() - recent))) {
        // The newest of a student counts.
        if (seen.has(signed.student)) continue
        seen.add(signed.student)
        try {
          await complete(signed)
        } catch (error) {
          // Changed or deleted at the same moment: the next sweep looks again.
          if (!(error instanceof AppError)) throw error
        }
      }
      await waivers.sweep()
    },
  }
}
