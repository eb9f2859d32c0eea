import { newSecret, secretHash } from '@app/session'
import type { Collection } from 'mongoose'

type Stored = Record<string, unknown> & { _id: string; expires_at: Date }

/** Things that wait for a second step, each for one use. Only the browser holds the id; its hash is stored. */
export function takenOnce<Content extends object>(
  collection: () => Collection<Stored>,
  life: number,
  now = () => new Date(),
) {
  return {
    prepare: () => collection().createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 }),

    /** Returns the id for the browser. */
    async begin(content: Content, id = newSecret()): Promise<string> {
      const expires_at = new Date(now().getTime() + life)
      await collection().insertOne({ _id: secretHash(id), ...content, expires_at })
      return id
    },

    /** Ends it and returns its content, to exactly one caller, and only to one who knows these values of it. */
    async take(id: string, known: Partial<Content>): Promise<Content | undefined> {
      const taken = await collection().findOneAndDelete({ _id: secretHash(id), ...known, expires_at: { $gt: now() } })
      if (!taken) return undefined
      const { _id, expires_at: _expiresAt, ...content } = taken
      return content as Content
    },
  }
}
