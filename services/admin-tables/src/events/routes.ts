import { seconds } from '@app/contracts/durations'
import { notFound } from '@app/contracts/errors'
import { type EventType, readEvents } from '@app/contracts/events'
import { serve } from '@app/service/serve'
import { mayUse } from '@app/session'
import type { TableSchemaStore } from '../tables/table-schema-store'
import type { FeedReader } from './read-feed'

type EventDeps = { feed: Pick<FeedReader, 'read'>; tables: Pick<TableSchemaStore, 'all'> }

/** The feed of events, of the tables that the caller may see. */
export const eventRoutes = ({ feed, tables }: EventDeps) => [
  serve(readEvents, async ({ identity, query, request }) => {
    const seen = (await tables.all()).map(({ name }) => name).filter((name) => mayUse(identity.user, name, 'view'))
    if (query.table !== undefined && !seen.includes(query.table)) throw notFound()
    return feed.read({
      caller: identity.sid,
      after: query.after,
      tables: query.table === undefined ? seen : [query.table],
      types: query.types?.split(',') as EventType[] | undefined,
      limit: Number(query.limit),
      waitMs: seconds(Number(query.wait)),
      signal: request.signal,
    })
  }),
]
