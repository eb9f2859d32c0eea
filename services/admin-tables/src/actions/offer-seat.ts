import type { Audit } from '@app/audit'
import { AppError } from '@app/contracts/errors'
import type { MailingDraft } from '@app/contracts/mailings'
import type { NewSeatOffer } from '@app/contracts/waiting'
import type { Actor, JobStore } from '@app/jobs'
import { everything } from '@app/record-query'
import { dateFormat } from '@app/school-time/date-format'
import { schoolZone } from '@app/school-time/school-day'
import { type Identity, requireAccess } from '@app/session'
import { referencedIds, type TableSchema } from '@app/table-schema'
import { derivedId } from '../models/derived-id'
import type { WireRecord } from '../models/read-record'
import type { RecordStore } from '../models/record-store'
import { type Offer, openOffers, type SeatOffers } from '../models/seat-offers'
import type { TableSchemaStore } from '../models/table-schema-store'

export type OfferSeatDeps = {
  tables: Pick<TableSchemaStore, 'find'>
  records: Pick<RecordStore, 'one'>
  offers: SeatOffers
  /** The jobs of the forms service, which sends the mail. */
  requested: Pick<JobStore, 'add'>
  audit: Pick<Audit, 'during'>
}

const maxAttempts = 5
const moment = dateFormat(
  {
    ...{ timeZone: schoolZone, weekday: 'long', month: 'long', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit' },
  },
  'en-US',
)

const invalid = (field: string, message: string) => new AppError('invalid_input', message, { [field]: message })

/** @throws AppError when this seat cannot be offered to this student */
function checkOffer(lesson: WireRecord, { student, until }: NewSeatOffer, now: number): void {
  if (lesson['cancelled'] === true) throw new AppError('conflict', 'This lesson is canceled.')
  const start = Date.parse(String(lesson['starts_at']))
  if (!(Date.parse(until) > now)) throw invalid('until', 'Until must be in the future')
  if (!(Date.parse(until) <= start)) throw invalid('until', 'Until must not be after the lesson begins')
  if (!referencedIds(lesson['waiting']).includes(student))
    throw invalid('student', 'This student is not on the waiting list')
  if (referencedIds(lesson['students']).includes(student))
    throw new AppError('conflict', 'This student is in the lesson already.')
}

/**
 * To a guardian it is about their child. `{student_names}` is filled in as the email is sent: jobs and mailings keep the text, and no name in
 * it.
 */
function mailOf(lesson: WireRecord, { student: id, until }: Offer): MailingDraft {
  const title = String(lesson['title'] ?? 'the lesson')
  const start = moment.format(Date.parse(String(lesson['starts_at'])))
  return {
    about: { table: 'students', ids: [id] },
    to: ['students'],
    subject: `A seat is free: ${title}`,
    text: [
      'Hi {first_name},',
      `A seat is free in ${title} on ${start} for {student_names}, next on the waiting list.`,
      `We hold it for you until ${moment.format(until)}. Reply to this email or call us if you would like it. After that we offer it to the next person on the waiting list.`,
    ].join('\n\n'),
  }
}

/**
 * Holds a free seat for a waiting student, and writes to them. The offer is stored by one conditional write of the lesson, so the last
 * seat goes to one. Its mail is requested after that, under an id of its own: a repeated call requests what an interrupted one has left.
 */
export function offerSeat({ tables, records, offers, requested, audit }: OfferSeatDeps, now = Date.now) {
  async function hold(schema: TableSchema, id: string, given: NewSeatOffer): Promise<[WireRecord, Offer]> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const [lesson, stored] = await Promise.all([
        records.one(schema, id, everything),
        offers.find([id]).then((found) => found.get(id)),
      ])
      if (!lesson || !stored) throw new AppError('not_found', 'Not found.')
      const version = typeof lesson.updated_at === 'string' ? lesson.updated_at : null
      if (version !== stored.version) continue
      checkOffer(lesson, given, now())
      const open = openOffers(lesson, stored.offers, now())
      const earlier = open.find(({ student }) => student === given.student)
      if (earlier) return [lesson, earlier]
      if (referencedIds(lesson['students']).length + open.length >= Number(lesson['seats']))
        throw new AppError('conflict', 'No seat is free in this lesson.')
      const offer = { student: given.student, until: new Date(given.until) }
      if (await offers.replace(id, version, [...open, offer])) return [lesson, offer]
    }
    throw new AppError('unavailable', 'Several people are changing this lesson at the same time. Please try again.')
  }

  return async (id: string, given: NewSeatOffer, identity: Identity, actor: Actor): Promise<void> => {
    requireAccess(identity, { table: 'students', level: 'view' }, 'students')
    const [schema, students] = await Promise.all([tables.find('lessons'), tables.find('students')])
    if (!schema || !students) throw new AppError('not_found', 'Not found.')
    if (!(await records.one(students, given.student, everything)))
      throw invalid('student', 'This student does not exist')
    await audit.during({ actor, action: 'offer', table: 'lessons', recordId: id }, async () => {
      const [lesson, offer] = await hold(schema, id, given)
      if (offer.mailed) return
      const draft = mailOf(lesson, offer)
      const right = { table: 'students', level: 'view' } as const
      const { email, requestId } = actor
      const by = { id: actor.id, email, requestId }
      const mailing = derivedId(`offer/${id}/${offer.student}/${offer.until.toISOString()}`)
      await requested.add({ id: mailing, kind: 'mailing', table: 'students', actor: by, right, input: { draft } }, 1)
      await offers.noteMailed(id, offer)
    })
  }
}
