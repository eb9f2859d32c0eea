import { createCalendarFeed, deleteCalendarFeed, listCalendarFeeds, readCalendar } from '@app/contracts/calendar'
import { conflict, notFound } from '@app/contracts/errors'
import type { ScopeOf } from '@app/record-query'
import { serve } from '@app/service/serve'
import { tableOf } from '../tables/described-table'
import type { TableSchemaStore } from '../tables/table-schema-store'
import type { CalendarFeedStore } from './calendar-feed-store'
import type { calendarReader } from './read-calendar'

type CalendarDeps = {
  tables: Pick<TableSchemaStore, 'find'>
  scopeOf: ScopeOf
  calendars: {
    feeds: Pick<CalendarFeedStore, 'list' | 'create' | 'remove'>
    read: ReturnType<typeof calendarReader>
    publicOrigin: string
  }
}

const maxFeeds = 10

/** Calendar subscriptions: each user manages their own; the secret address itself is public. */
export const calendarFeedRoutes = ({ tables, scopeOf, calendars: { feeds, publicOrigin } }: CalendarDeps) => [
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
]

/** The calendar behind a secret address. It must never reach a shared cache or another site's referrer. */
export const calendarRoutes = ({ calendars: { read } }: Pick<CalendarDeps, 'calendars'>) => [
  serve(readCalendar, async ({ params }) => {
    return new Response(await read(params.file.slice(0, -'.ics'.length)), {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': 'private, max-age=60',
        'referrer-policy': 'no-referrer',
      },
    })
  }),
]
