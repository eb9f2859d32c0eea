import { createCalendarFeed, deleteCalendarFeed, listCalendarFeeds, readCalendar } from '@app/contracts/calls/calendar'
import { AppError } from '@app/contracts/errors'
import { callRoute } from '@app/service/call-route'
import { type Guards, mayUse, secretHash } from '@app/session'
import { Elysia } from 'elysia'
import type { calendarReader } from '../actions/read-calendar'
import type { SessionLimits } from '../actions/session-limits'
import type { CalendarFeedStore } from '../models/calendar-feed-store'
import type { TableSchemaStore } from '../models/table-schema-store'
import { tableOf } from './request-context'

export type CalendarDeps = {
  guards: Pick<Guards, 'access'>
  tables: Pick<TableSchemaStore, 'find'>
  calendars: {
    feeds: Pick<CalendarFeedStore, 'list' | 'create' | 'remove'>
    read: ReturnType<typeof calendarReader>
    publicOrigin: string
  }
}

const maxFeeds = 10
const notFound = () => new AppError('not_found', 'Not found.')

/** Calendar subscriptions: each user manages their own; the secret address itself is public. */
export const calendarFeedRoutes = ({ guards, tables, calendars: { feeds, publicOrigin } }: CalendarDeps) =>
  new Elysia({ name: 'calendar-feed-routes' })
    .use(guards.access)
    .get(listCalendarFeeds.path, ({ identity }) => feeds.list(identity.user.id), callRoute(listCalendarFeeds))
    .post(
      createCalendarFeed.path,
      async ({ identity: { user }, body, status }) => {
        const descriptor = await tableOf(tables, body.table)
        if (!descriptor.calendar || !mayUse(user, descriptor.name, 'view')) throw notFound()
        if ((await feeds.list(user.id)).length >= maxFeeds)
          throw new AppError('conflict', 'You have ten calendar addresses. Revoke one you no longer use.')
        const { token, ...feed } = await feeds.create(user.id, descriptor.name)
        return status(201, { ...feed, url: `${publicOrigin}/api/calendar/${token}.ics` })
      },
      callRoute(createCalendarFeed),
    )
    .delete(
      deleteCalendarFeed.path,
      async ({ identity, params }) => {
        if (!(await feeds.remove(identity.user.id, params.id))) throw notFound()
        return { success: true, id: params.id } as const
      },
      callRoute(deleteCalendarFeed),
    )

/** The calendar behind a secret address. It must never reach a shared cache or another site's referrer. */
export const calendarRoute = ({
  calendars: { read },
  limits,
}: Pick<CalendarDeps, 'calendars'> & { limits: SessionLimits }) =>
  new Elysia({ name: 'calendar-route' }).get(
    readCalendar.path,
    async ({ params }) => {
      const token = params.file.slice(0, -'.ics'.length)
      await limits(secretHash(token), 'calendar')
      return new Response(await read(token), {
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'cache-control': 'private, max-age=60',
          'referrer-policy': 'no-referrer',
        },
      })
    },
    callRoute(readCalendar),
  )
