import { seconds } from '@app/contracts/durations'
import type { SetupMark, SetupStep } from '@app/contracts/setup'
import type { Collection } from 'mongodb'

type Said = { by: string; at: Date }
type Mark = Said & { as: Exclude<SetupMark['as'], 'open'> }
export type StoredSetup = {
  _id: 'setup'
  marks?: Partial<Record<SetupStep, Mark>>
  hidden?: Said
  /** A test mail is kept for 30 days; that one was sent is true for good. */
  mail_sent?: true
}

const maxTimeMS = seconds(2)
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

export type SetupStore = ReturnType<typeof setupStore>
