import { testMailSubject } from '@app/contracts/deliverability'
import { seconds } from '@app/contracts/durations'
import { type Collection, ObjectId } from 'mongodb'
import { seedRecords } from '../seed'
import { sampleIds } from '../seed/sample-ids'
import { seedId, seedMark } from '../tables/record-seeder'

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

export type SetupFacts = ReturnType<typeof setupFacts>
