import { testMailSubject } from '@app/contracts/deliverability'
import { seconds } from '@app/contracts/durations'
import { invalidField } from '@app/contracts/errors'
import { confirmableSteps, type Setup, type SetupMark, type SetupStep, setupSteps } from '@app/contracts/setup'
import type { WebsiteContent } from '@app/contracts/website/content'
import type { WebsiteFacts } from '@app/contracts/website/facts'
import { type Collection, ObjectId } from 'mongodb'
import { seedRecords } from '../seed/module'
import { sampleIds } from '../seed/samples'
import { seedId, seedMark } from '../tables/record-seeder'
import type { WebsiteEditor } from '../website/edit-website'
import { shippedContent } from '../website/shipped'

const maxTimeMS = seconds(2)

const shippedPrices = new Map(
  seedRecords.flatMap(({ table: { name }, records }) =>
    records.map(({ price }, position) => [seedId(seedMark, name, position), price] as const),
  ),
)

/** Stored facts by which the first steps of a school count as done. */
export const setupFacts = (collection: (name: string) => Collection) => ({
  /** A card costs something else than it was shipped with, or there is another card with a price. */
  async hasOwnPrices(): Promise<boolean> {
    const cards = await collection('service_cards')
      .find({}, { projection: { price: 1 }, maxTimeMS })
      .toArray()
    return cards.some(({ _id, price }) => (price ?? null) !== (shippedPrices.get(String(_id)) ?? null))
  },

  hasSentTestMail: async (): Promise<boolean> =>
    (await collection('mailings').findOne(
      { is_notice: true, subject: testMailSubject, 'mails.state': 'sent' },
      { projection: { _id: 1 }, maxTimeMS },
    )) !== null,

  hasColleague: async (): Promise<boolean> =>
    (await collection('users').countDocuments(
      { role: { $in: ['admin', 'staff'] }, disabled: { $ne: true } },
      { limit: 2, maxTimeMS },
    )) > 1,

  async hasStudents(): Promise<boolean> {
    const ids = (sampleIds.get('students') ?? []).map((id) => new ObjectId(id))
    const found = await collection('students').findOne({ _id: { $nin: ids } }, { projection: { _id: 1 }, maxTimeMS })
    return found !== null
  },
})

type SetupFacts = ReturnType<typeof setupFacts>

type Said = { by: string; at: Date }
type Mark = Said & { as: Exclude<SetupMark['as'], 'open'> }
export type StoredSetup = {
  _id: 'setup'
  marks?: Partial<Record<SetupStep, Mark>>
  hidden?: Said
  /** A test mail is kept for 30 days; that one was sent is true for good. */
  mail_sent?: true
}

const one = { _id: 'setup' } as const

/** Statements of admins about the first steps of the school. */
export const setupStore = (collection: () => Collection<StoredSetup>, now = () => new Date()) => ({
  read: async (): Promise<Omit<StoredSetup, '_id'>> => (await collection().findOne(one, { maxTimeMS })) ?? {},

  async mark(step: SetupStep, as: SetupMark['as'], by: string): Promise<void> {
    const field = `marks.${step}`
    const change = as === 'open' ? { $unset: { [field]: 1 as const } } : { $set: { [field]: { as, by, at: now() } } }
    await collection().updateOne(one, change, { upsert: true })
  },

  async hide(hidden: boolean, by: string): Promise<void> {
    const change = hidden ? { $set: { hidden: { by, at: now() } } } : { $unset: { hidden: 1 as const } }
    await collection().updateOne(one, change, { upsert: true })
  },

  noteMailSent: async (): Promise<void> =>
    void (await collection().updateOne(one, { $set: { mail_sent: true } }, { upsert: true })),
})

type SetupStore = ReturnType<typeof setupStore>

type SetupDeps = {
  setup: SetupStore
  setupFacts: SetupFacts
  website: Pick<WebsiteEditor, 'draft'>
}

const differ = (content: WebsiteContent, names: readonly (keyof WebsiteFacts)[]) =>
  names.some((name) => JSON.stringify(content.facts[name]) !== JSON.stringify(shippedContent.facts[name]))

/** The first steps of a new school. A step is done when what it is about is stored, whoever did it and wherever. */
export function setupActions({ setup, setupFacts: facts, website }: SetupDeps) {
  /** Once seen it is noted, since the mail itself is kept for 30 days. */
  async function hasSentTestMail(isNoted: boolean): Promise<boolean> {
    if (isNoted) return true
    const isSent = await facts.hasSentTestMail()
    if (isSent) await setup.noteMailSent()
    return isSent
  }

  async function read(): Promise<Setup> {
    const [{ marks = {}, hidden, mail_sent: isNoted = false }, { content, liveVersion }] = await Promise.all([
      setup.read(),
      website.draft(),
    ])
    const [prices, mail, colleague, students] = await Promise.all([
      facts.hasOwnPrices(),
      hasSentTestMail(isNoted),
      facts.hasColleague(),
      facts.hasStudents(),
    ])
    const isDone: Record<SetupStep, boolean | null> = {
      name: differ(content, ['name', 'places', 'area', 'state']),
      hours: differ(content, ['hours']),
      phone: differ(content, ['phone']),
      prices,
      mail,
      mailbox: null,
      passkey: null,
      colleague,
      students,
      publish: liveVersion > 0,
    }
    return {
      steps: setupSteps.map((step) => {
        const mark = marks[step]
        return { step, isDone: isDone[step], mark: mark ? { ...mark, at: mark.at.toISOString() } : null }
      }),
      hidden: hidden ? { by: hidden.by, at: hidden.at.toISOString() } : null,
    }
  }

  return {
    read,

    async mark(step: SetupStep, { as }: SetupMark, by: string): Promise<Setup> {
      if (as === 'confirmed' && !confirmableSteps.includes(step))
        throw invalidField('as', 'This step is done elsewhere.')
      await setup.mark(step, as, by)
      return read()
    },

    async hide(hidden: boolean, by: string): Promise<Setup> {
      await setup.hide(hidden, by)
      return read()
    },
  }
}
