import { minutes } from '@app/contracts/durations'
import { conflict } from '@app/contracts/errors'
import type { Passkey } from '@app/contracts/passkeys'
import { documentOptions, isDuplicateKey } from '@app/mongo'
import { type Connection, Schema } from 'mongoose'
import { takenOnce } from '../codes/taken-once'

/** Life of the options for creating or using a passkey. */
const challengeLife = minutes(10)

/** `purpose`: the user who adds a passkey, or `sign-in`. */
type Challenge = { purpose: string }

/** Challenges that wait for their answer. Two tabs may have one each. */
export const passkeyChallengeStore = (connection: Connection, now?: () => Date) =>
  takenOnce<Challenge>(() => connection.collection('passkey_challenges'), challengeLife, now)

export type PasskeyChallengeStore = ReturnType<typeof passkeyChallengeStore>

/** Loaded with the first passkey: it takes 11 MB, as much as a fifth of the service at rest. */
export const webauthn = () => import('@simplewebauthn/server')

export const maxPasskeys = 10

export type StoredPasskey = {
  /** The credential id, which the authenticator chose. */
  _id: string
  user_id: string
  name: string
  public_key: string
  counter: number
  transports: string[]
  synced: boolean
  created_at: Date
  last_used_at?: Date
}

const schema = new Schema<StoredPasskey>(
  {
    _id: String,
    user_id: { type: String, required: true },
    name: { type: String, required: true },
    public_key: { type: String, required: true },
    counter: { type: Number, required: true },
    transports: [String],
    synced: { type: Boolean, required: true },
    created_at: { type: Date, required: true },
    last_used_at: Date,
  },
  { ...documentOptions, timestamps: false, collection: 'passkeys' },
)
schema.index({ user_id: 1, created_at: -1 })

export const toPasskey = ({ _id, name, created_at, last_used_at, synced }: StoredPasskey): Passkey => ({
  id: _id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
  synced,
})

/** Public keys of passkeys. */
export function passkeyStore(connection: Connection, now = () => new Date()) {
  const passkeys = connection.model<StoredPasskey>('Passkey', schema)
  return {
    prepare: () => passkeys.createIndexes(),
    list: (userId: string): Promise<StoredPasskey[]> =>
      passkeys.find({ user_id: userId }).sort({ created_at: -1 }).lean<StoredPasskey[]>(),
    find: async (id: string): Promise<StoredPasskey | undefined> =>
      (await passkeys.findById(id).lean<StoredPasskey>()) ?? undefined,

    /** @throws AppError `conflict` when the credential is stored already */
    async add(passkey: Omit<StoredPasskey, 'created_at'>): Promise<StoredPasskey> {
      try {
        return (await passkeys.create({ ...passkey, created_at: now() })).toObject()
      } catch (error) {
        if (isDuplicateKey(error)) throw conflict('This passkey is in use already.')
        throw error
      }
    },

    /** Records a use. `false` when the counter has changed meanwhile: the key was used elsewhere, as by a clone. */
    async use(id: string, counters: { before: number; after: number }): Promise<boolean> {
      const { matchedCount } = await passkeys.updateOne(
        { _id: id, counter: counters.before },
        { $set: { counter: counters.after, last_used_at: now() } },
      )
      return matchedCount === 1
    },

    rename: async (userId: string, id: string, name: string): Promise<StoredPasskey | undefined> =>
      (await passkeys
        .findOneAndUpdate({ _id: id, user_id: userId }, { $set: { name } }, { returnDocument: 'after' })
        .lean<StoredPasskey>()) ?? undefined,
    /** Resolves with the passkey as it was. */
    remove: async (userId: string, id: string): Promise<StoredPasskey | undefined> =>
      (await passkeys.findOneAndDelete({ _id: id, user_id: userId }).lean<StoredPasskey>()) ?? undefined,
  }
}

export type PasskeyStore = ReturnType<typeof passkeyStore>
