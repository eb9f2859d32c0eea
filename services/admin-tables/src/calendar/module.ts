import { createCalendarFeed, deleteCalendarFeed, listCalendarFeeds, readCalendar } from '@app/contracts/calendar'
import { conflict, notFound } from '@app/contracts/errors'
import { serve } from '@app/service/serve'
import type { Context, Part } from '../context'
import type { Lessons } from '../lessons/module'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { tableOf } from '../tables/table-schema-store'
import { calendarEntries } from './calendar-entries'
import { calendarFeedStore } from './calendar-feed-store'
import { calendarReader } from './read-calendar'

const maxFeeds = 10

type Below = { tables: Tables; records: Records; lessons: Lessons }

/** Calendar subscriptions: each user manages their own; the secret address itself is public. */
export function calendarModule(context: Context, below: Below) {
  const { collection, users, publicOrigin, facts, scopeOf } = context
  const { tables } = below.tables
  const { references } = below.records
  const { lessonDays } = below.lessons
  const feeds = calendarFeedStore(() => collection('calendar_feeds'))
  const entries = calendarEntries(collection)
  const read = calendarReader({ facts, feeds, users, tables, references, publicOrigin, entries, lessonDays })
  const part: Part = {
    stores: [feeds],
    routes: [
      // The calendar behind a secret address. It must never reach a shared cache or another site's referrer.
      serve(readCalendar, async ({ params }) => {
        return new Response(await read(params.file.slice(0, -'.ics'.length)), {
          headers: {
            'content-type': 'text/calendar; charset=utf-8',
            'cache-control': 'private, max-age=60',
            'referrer-policy': 'no-referrer',
          },
        })
      }),
      serve(listCalendarFeeds, ({ identity }) => feeds.list(identity.user.id)),
      serve(createCalendarFeed, async ({ identity: { user }, body, audited }) => {
        const schema = await tableOf(tables, body.table)
        if (!schema.calendar) throw notFound()
        if ((await feeds.list(user.id)).length >= maxFeeds)
          throw conflict('You have ten calendar addresses. Revoke one you no longer use.')
        // Wider rights later do not widen it.
        const mine = body.mine || scopeOf(user).reach(schema.name) === 'own'
        const { token, ...feed } = await feeds.create(user.id, schema.name, mine)
        audited({ about: { feed: feed.id } })
        return { ...feed, url: `${publicOrigin}/api/calendar/${token}.ics` }
      }),
      serve(deleteCalendarFeed, async ({ identity, params, audited }) => {
        if (!(await feeds.remove(identity.user.id, params.id))) throw notFound()
        audited({ about: { feed: params.id } })
        return { success: true, id: params.id } as const
      }),
    ],
  }
  return { feeds, part }
}
