import { seconds } from '@app/contracts/durations'
import { notFound } from '@app/contracts/errors'
import { type EventType, readEvents } from '@app/contracts/events'
import { serve } from '@app/service/serve'
import { mayUse } from '@app/session'
import type { Context, Part } from '../context'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { events } from './events'
import { feedSources } from './feed-sources'
import { feedStore } from './feed-store'
import { webhookStore } from './webhook-store'
import { webhookRoutes } from './webhooks-routes'

/** The feed of events, and the webhooks that are sent from it. */
export function eventsModule(context: Context, below: { tables: Tables; records: Records }) {
  const { collection, users, audit, allowsLocal, signals, warn, announced } = context
  const { tables, sealed } = below.tables
  const { revisions, sweepPending } = below.records
  const feed = feedStore(collection, undefined, announced)
  const sources = feedSources(collection)
  const webhooks = webhookStore(collection, sealed)
  const { reader, manage, start } = events({
    ...{ feed, webhooks, sources, revisions, users, tables, audit, allowsLocal, signals },
    sweep: sweepPending,
    onError: warn,
  })
  const part: Part = {
    stores: [feed, sources, webhooks],
    routes: [
      // Of the tables that the caller may see.
      serve(readEvents, async ({ identity, query, request }) => {
        const seen = (await tables.all()).map(({ name }) => name).filter((name) => mayUse(identity.user, name, 'view'))
        if (query.table !== undefined && !seen.includes(query.table)) throw notFound()
        return reader.read({
          caller: identity.sid,
          after: query.after,
          tables: query.table === undefined ? seen : [query.table],
          types: query.types?.split(',') as EventType[] | undefined,
          limit: Number(query.limit),
          waitMs: seconds(Number(query.wait)),
          signal: request.signal,
        })
      }),
      ...webhookRoutes(manage),
    ],
    begin: start,
  }
  return { noteErased: feed.noteErased, part }
}
export type Events = ReturnType<typeof eventsModule>
