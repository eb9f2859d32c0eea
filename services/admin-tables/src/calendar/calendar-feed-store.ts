import type { CalendarFeed } from '@app/contracts/calendar'
import { minutes } from '@app/contracts/durations'
import { newSecret, secretHash } from '@app/session'
import { type Collection, ObjectId } from 'mongodb'

export type StoredFeed = {
  _id: ObjectId
  user_id: string
  table: string
  /** Absent in addresses of earlier releases. */
  mine?: boolean
  token_hash: string
  created_at: Date
  last_read_at: Date | null
}

const feedFrom = ({ _id, table, mine = false, created_at, last_read_at }: StoredFeed): CalendarFeed => ({
  id: String(_id),
  table,
  mine,
  createdAt: created_at.toISOString(),
  lastReadAt: last_read_at?.toISOString() ?? null,
})

/** Secret addresses of calendars. Only a hash of each is stored. */
export function calendarFeedStore(feeds: () => Collection<StoredFeed>, now = () => new Date()) {
  return {
    async prepare() {
      await feeds().createIndex({ token_hash: 1 }, { name: 'token', unique: true })
      await feeds().createIndex({ user_id: 1, created_at: 1 }, { name: 'user' })
    },

    list: async (userId: string): Promise<CalendarFeed[]> =>
      (await feeds().find({ user_id: userId }).sort({ created_at: 1 }).toArray()).map(feedFrom),

    async create(userId: string, table: string, mine: boolean): Promise<CalendarFeed & { token: string }> {
      const token = newSecret()
      const feed = {
        _id: new ObjectId(),
        user_id: userId,
        table,
        mine,
        token_hash: secretHash(token),
        created_at: now(),
        last_read_at: null,
      }
      await feeds().insertOne(feed)
      return { ...feedFrom(feed), token }
    },

    remove: async (userId: string, id: string): Promise<boolean> =>
      (await feeds().deleteOne({ _id: new ObjectId(id), user_id: userId })).deletedCount === 1,

    /** The feed of a secret. Its last use is noted at most every ten minutes. */
    async find(token: string): Promise<StoredFeed | undefined> {
      const feed = await feeds().findOne({ token_hash: secretHash(token) })
      if (!feed) return undefined
      const at = now()
      if (!feed.last_read_at || at.getTime() - feed.last_read_at.getTime() > minutes(10))
        await feeds().updateOne({ _id: feed._id }, { $set: { last_read_at: at } })
      return feed
    },
  }
}

export type CalendarFeedStore = ReturnType<typeof calendarFeedStore>
