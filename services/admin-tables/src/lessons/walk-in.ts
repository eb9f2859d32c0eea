import { minutes } from '@app/contracts/durations'
import { AppError, conflict, invalidField, notFound } from '@app/contracts/errors'
import { lessonOf, type NewWalkIn, type WalkInNames } from '@app/contracts/lessons'
import { attendance } from '@app/contracts/today'
import type { Actor } from '@app/jobs'
import { everything, type Scope } from '@app/record-query'
import { type Identity, requireAccess } from '@app/session'
import { fileFields, initialValues, referenceFields, type TableSchema } from '@app/table-schema'
import type { Context } from '../context'
import { applyWrite } from '../records/apply-writes'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import type { WireRecord } from '../tables/read-record'
import { openOffers, type SeatOffers } from './seat-offers'

type Deps = Pick<Context, 'scopeOf'> &
  Pick<Tables, 'tables'> &
  Pick<Records, 'records' | 'references' | 'apply' | 'revisions'> & { offers: SeatOffers }

const maxAttempts = 5
const undoMs = minutes(10)
const maxNames = 10
/** Sees no record of its own right, so that of all there is the label. */
const namesOnly: Scope = { reach: () => 'none', filterOf: async () => undefined }
/** The lesson was found within the scope of the caller; each write names its version. */
const reason = { source: 'form', scope: everything } as const

/** The values that a student needs, without those that would open other records or files. */
function neededValues(schema: TableSchema, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const closed = new Set([...referenceFields(schema).map(({ name }) => name), ...fileFields(schema)])
  const needed = (schema.required ?? []).filter((name) => !closed.has(name))
  return {
    ...initialValues(schema),
    ...Object.fromEntries(needed.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]]] : []))),
  }
}

/** Students who come to a lesson without being expected: added by who teaches it, who sees no other lessons and students. */
export function walkIns({ tables, records, references, offers, apply, scopeOf, revisions }: Deps, now = Date.now) {
  async function lessonFor(id: string, scope: Scope): Promise<{ schema: TableSchema; lesson: WireRecord }> {
    const schema = await tables.find('lessons')
    const lesson = schema && (await records.one(schema, id, scope))
    if (!schema || !lesson) throw notFound()
    return { schema, lesson }
  }

  /** The fields that seat a student; nothing for one who is in the lesson. @throws AppError `conflict` without a free seat */
  async function seated(lesson: WireRecord, student: string): Promise<Record<string, unknown> | undefined> {
    const { cancelled, students, waiting, seats } = lessonOf(lesson)
    if (students.includes(student)) return undefined
    if (cancelled) throw conflict('This lesson is canceled.')
    const stored = (await offers.find([lesson.id])).get(lesson.id)
    const held = openOffers(lesson, stored?.offers ?? [], now()).filter((offer) => offer.student !== student)
    if (students.length + held.length >= seats)
      throw conflict(`This lesson is full: ${students.length} of ${seats} seats are taken.`)
    return {
      students: [...students, student],
      ...(waiting.includes(student) && { waiting: waiting.filter((each) => each !== student) }),
    }
  }

  /** Writes what `change` makes of the lesson as it is by then; nothing is written for no fields. */
  async function write(
    id: string,
    scope: Scope,
    actor: Actor,
    change: (lesson: WireRecord) => Promise<Record<string, unknown> | undefined>,
  ): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { lesson } = await lessonFor(id, scope)
      const values = await change(lesson)
      if (!values) return
      const expectedVersion = typeof lesson.updated_at === 'string' ? lesson.updated_at : undefined
      try {
        await applyWrite(apply, actor, reason, { action: 'update', table: 'lessons', id, values, expectedVersion })
        return
      } catch (error) {
        // Changed meanwhile: whoever teaches it now, and the seats that are left, count.
        if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      }
    }
    throw new AppError('unavailable', 'Several people are changing this lesson at the same time. Please try again.')
  }

  const seat = (id: string, student: string, scope: Scope, actor: Actor) =>
    write(id, scope, actor, (lesson) => seated(lesson, student))

  /** The fields that undo it. @throws AppError `conflict` for a student whom this person has not just added */
  async function unseated(
    lesson: WireRecord,
    student: string,
    actor: Actor,
  ): Promise<Record<string, unknown> | undefined> {
    const { students, waiting } = lessonOf(lesson)
    if (!students.includes(student)) return undefined
    const recent = await revisions.from('lessons', lesson.id, new Date(now() - undoMs))
    const had = (value: unknown) => Array.isArray(value) && value.includes(student)
    const last = recent.findLast(({ changes }) => had(changes?.['students']?.[0]) !== had(changes?.['students']?.[1]))
    if (!last || last.actor.id !== actor.id || !had(last.changes?.['students']?.[1]))
      throw conflict('This walk-in cannot be undone any more.')
    const without = (ids: readonly unknown[]) => ids.filter((id) => id !== student)
    const marked = attendance.options.filter((mark) => had(lesson[mark]))
    return {
      students: without(students),
      ...(had(last.changes?.['waiting']?.[0]) && { waiting: [...waiting, student] }),
      ...Object.fromEntries(marked.map((mark) => [mark, without(lesson[mark] as unknown[])])),
    }
  }

  /** A new student, with the guardian. `key` makes a repeated call safe. */
  async function create(given: Extract<NewWalkIn, { values: unknown }>, actor: Actor, key?: string): Promise<string> {
    const [schema, guardians] = await Promise.all([tables.find('students'), tables.find('guardians')])
    if (!schema) throw notFound()
    const add = (table: string, values: Record<string, unknown>) =>
      applyWrite(apply, actor, reason, { action: 'create', table, values, ...(key !== undefined && { key }) })
    const guardian = given.guardian && guardians ? await add('guardians', given.guardian) : undefined
    const values = { ...neededValues(schema, given.values), ...(guardian && { guardians: [guardian.id] }) }
    return (await add('students', values)).id
  }

  return {
    /** @throws AppError `not_found` for a lesson outside of the scope */
    async find(id: string, q: string, { user }: Pick<Identity, 'user'>): Promise<WalkInNames> {
      const { schema, lesson } = await lessonFor(id, scopeOf(user))
      const { students } = lessonOf(lesson)
      const chooser = { scope: namesOnly, mayRefer: true }
      const found = await references.choices(schema, 'students', q, maxNames + students.length, chooser)
      const others = (found ?? []).filter((one) => !students.includes(one.id)).slice(0, maxNames)
      return { data: others.map((one) => ({ id: one.id, label: one.label })) }
    },

    /** @throws AppError as the call says */
    async add(id: string, given: NewWalkIn, identity: Identity, actor: Actor, key?: string): Promise<string> {
      const scope = scopeOf(identity.user)
      const { lesson } = await lessonFor(id, scope)
      if ('student' in given) {
        const schema = await tables.find('students')
        const student = schema && (await records.one(schema, given.student, everything))
        if (!student) throw invalidField('student', 'This student does not exist')
        await seat(id, given.student, scope, actor)
        return given.student
      }
      if (scope.reach('lessons') !== 'own')
        for (const table of ['students', 'guardians']) requireAccess(identity, { table, level: 'edit' }, table)
      // Before anything is stored of who would find no seat.
      await seated(lesson, '')
      const student = await create(given, actor, key)
      await seat(id, student, scope, actor)
      return student
    },

    /** @throws AppError as the call says */
    remove: (id: string, student: string, { user }: Pick<Identity, 'user'>, actor: Actor): Promise<void> =>
      write(id, scopeOf(user), actor, (lesson) => unseated(lesson, student, actor)),
  }
}
