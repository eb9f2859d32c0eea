import { hours, seconds } from '@app/contracts/durations'
import type { StoredVisits } from '@app/contracts/visits'
import type { ServicePart } from '@app/jobs/service-of-parts'
import type { Context } from '../context'
import { noteInquiry, visitRoutes } from './routes'
import { visitCounter, visitStore } from './visit-store'

const failed = 'page views could not be stored yet'

/** Where visitors come from. */
export function visitsModule({ collection, mailDomain, cookie, log }: Context) {
  const stored = visitStore(() => collection<StoredVisits>('site_visits'))
  const visits = visitCounter({ store: stored, ownHost: mailDomain })
  const deps = { visits, hasSession: (request: Request) => cookie.read(request) !== undefined }
  return {
    noteInquiry: noteInquiry(deps),
    service: (): ServicePart => ({
      routes: visitRoutes(deps),
      repeated: [
        { run: visits.flush, everyMs: seconds(3), failed },
        { run: stored.purge, everyMs: hours(1), failed },
      ],
      close: () => visits.flush().catch((err) => log.warn({ err }, failed)),
    }),
  }
}
export type Visits = ReturnType<typeof visitsModule>
