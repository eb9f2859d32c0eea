import { randomUUID } from 'node:crypto'
import { AppError, conflict, invalidField, notFound } from '@app/contracts/errors'
import { lessonOf, type NewSeatOffer } from '@app/contracts/lessons'
import type { MailingDraft } from '@app/contracts/mailings'
import { type Actor, derivedId } from '@app/jobs'
import { everything } from '@app/record-query'
import { dateFormat, schoolZone } from '@app/school-time/school-day'
import { type Identity, requireAccess } from '@app/session'
import type { TableSchema } from '@app/table-schema'
import type { Context } from '../context'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import type { WireRecord } from '../tables/read-record'
import { type Offer, openOffers, type SeatOffers } from './seat-offers'

type Deps = Pick<Context, 'requested' | 'audit'> &
  Pick<Tables, 'tables'> &
  Pick<Records, 'records'> & { offers: SeatOffers }

const maxAttempts = 5
const moment = dateFormat(
  {
    timeZone: schoolZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  },
  'en-US',
)

/** The id of the mail that tells of an offer. */
const mailingOf = (lesson: string, { student, until, mailing }: Offer) =>
  mailing ?? derivedId(`offer/${lesson}/${student}/${until.toISOString()}`)

/** @throws AppError when no seat of this lesson can be offered to these students */
function checkOffer(lesson: WireRecord, students: readonly string[], until: number, now: number): void {
  const { cancelled, startsAt, waiting, students: seated } = lessonOf(lesson)
  if (cancelled) throw conflict('This lesson is canceled.')
  const start = Date.parse(startsAt)
  if (!(until > now)) throw invalidField('until', 'Until must be in the future')
  if (!(until <= start)) throw invalidField('until', 'Until must not be after the lesson begins')
  if (!students.every((id) => waiting.includes(id)))
    throw invalidField('student', 'This student is not on the waiting list')
  if (students.some((id) => seated.includes(id))) throw conflict('This student is in the lesson already.')
}

/**
 * To a guardian it is about their children. `{student_names}` is filled in as the email is sent: jobs and mailings keep the text, and no
 * name in it.
 */
function mailOf(lesson: WireRecord, ids: string[], until: Date): MailingDraft {
  const { title: named, startsAt } = lessonOf(lesson)
  const title = named || 'the lesson'
  const start = moment.format(Date.parse(startsAt))
  const [seat, it, isFree] = ids.length > 1 ? ['Seats', 'them', 'are free'] : ['A seat', 'it', 'is free']
  return {
    about: { table: 'students', ids },
    to: ['students'],
    subject: `${seat} ${isFree}: ${title}`,
    text: [
      'Hi {first_name},',
      `${seat} ${isFree} in ${title} on ${start} for {student_names}, next on the waiting list.`,
      `We hold ${it} for you until ${moment.format(until)}. Reply to this email or call us if you would like ${it}. After that we offer ${it} to the next person on the waiting list.`,
    ].join('\n\n'),
  }
}

/**
 * Holds free seats for a waiting student and siblings, and writes to them. The offers are stored by one conditional write of the lesson, so
 * the last seat goes to one. Their mail is requested after that, under an id that is stored with them: a repeated call requests what an
 * interrupted one has left.
 */
export function offerSeat({ tables, records, offers, requested, audit }: Deps, now = Date.now) {
  /** The lesson, and the offers to these students and to those who share a mail with them. */
  async function hold(
    schema: TableSchema,
    id: string,
    wanted: string[],
    until: Date,
  ): Promise<[WireRecord, readonly Offer[]]> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const [lesson, stored] = await Promise.all([
        records.one(schema, id, everything),
        offers.find([id]).then((found) => found.get(id)),
      ])
      if (!lesson || !stored) throw notFound()
      const version = typeof lesson.updated_at === 'string' ? lesson.updated_at : null
      if (version !== stored.version) continue
      checkOffer(lesson, wanted, until.getTime(), now())
      const open = openOffers(lesson, stored.offers, now())
      const mails = new Set(open.filter(({ student }) => wanted.includes(student)).map((one) => mailingOf(id, one)))
      const earlier = open.filter((one) => mails.has(mailingOf(id, one)))
      const added = wanted.filter((each) => !open.some(({ student }) => student === each))
      if (added.length === 0) return [lesson, earlier]
      const free = lessonOf(lesson).seats - lessonOf(lesson).students.length - open.length
      if (added.length > free)
        throw new AppError(
          'conflict',
          free > 0 ? 'Too few seats are free in this lesson.' : 'No seat is free in this lesson.',
        )
      const mailing = derivedId(`offer/${randomUUID()}`)
      const made = added.map((student) => ({ student, until, mailing }))
      if (await offers.replace(id, version, [...open, ...made])) return [lesson, [...earlier, ...made]]
    }
    throw new AppError('unavailable', 'Several people are changing this lesson at the same time. Please try again.')
  }

  return async (id: string, given: NewSeatOffer, identity: Identity, actor: Actor): Promise<void> => {
    requireAccess(identity, { table: 'students', level: 'view' }, 'students')
    const [schema, students] = await Promise.all([tables.find('lessons'), tables.find('students')])
    if (!schema || !students) throw notFound()
    const wanted = [...new Set([given.student, ...(given.siblings ?? [])])]
    const found = await Promise.all(wanted.map((student) => records.one(students, student, everything)))
    if (!found.every(Boolean)) throw invalidField('student', 'This student does not exist')
    await audit.during({ actor, action: 'offer', table: 'lessons', recordId: id }, async () => {
      const [lesson, held] = await hold(schema, id, wanted, new Date(given.until))
      const right = { table: 'students', level: 'view' } as const
      const { email, requestId } = actor
      const by = { id: actor.id, email, requestId }
      const untold = held.filter(({ mailed }) => !mailed)
      for (const mailing of new Set(untold.map((offer) => mailingOf(id, offer)))) {
        const together = untold.filter((offer) => mailingOf(id, offer) === mailing)
        const ids = together.map(({ student }) => student)
        const draft = mailOf(lesson, ids, together[0]!.until)
        await requested.add({ id: mailing, kind: 'mailing', table: 'students', actor: by, right, input: { draft } }, 1)
        await offers.noteMailed(id, ids, together[0]!.until)
      }
    })
  }
}
