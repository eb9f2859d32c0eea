import { hours, seconds } from '@app/contracts/durations'
import { countVisit, type StoredVisits, type Visit, type VisitKind, visit } from '@app/contracts/visits'
import type { ServicePart } from '@app/jobs/service-of-parts'
import { reply, serve } from '@app/service/serve'
import * as v from 'valibot'
import type { Context } from '../context'
import { visitCounter, visitStore } from './visit-store'

/** Programs that name themselves. Others that run scripts and look at the page for a while are counted. */
const program =
  /bot|crawl|spider|slurp|scan|fetch|monitor|uptime|preview|headless|lighthouse|pingdom|curl|wget|python|java\/|go-http|okhttp|axios|node/i

/** True for a visitor who does not object. Staff who look at their own page are no visitors. */
export function isCounted({ headers }: Request, isSignedIn: boolean): boolean {
  if (headers.get('dnt') === '1' || headers.get('sec-gpc') === '1') return false
  const agent = headers.get('user-agent') ?? ''
  return !isSignedIn && agent !== '' && !program.test(agent)
}

const failed = 'page views could not be stored yet'

/** Where visitors come from. */
export function visitsModule({ collection, mailDomain, cookie, log }: Context) {
  const stored = visitStore(() => collection<StoredVisits>('site_visits'))
  const visits = visitCounter({ store: stored, ownHost: mailDomain })
  /** Counts what a visitor did who does not object to it. Who has a session, even an invalid one, is no visitor. */
  const note = (kind: VisitKind, request: Request, found: Visit) => {
    if (isCounted(request, cookie.read(request) !== undefined)) visits.note(kind, found)
  }
  return {
    /** Counts an inquiry by what its form says about the visit, if it says anything. */
    noteInquiry(request: Request, cameFrom: unknown): void {
      const found = v.safeParse(visit, cameFrom)
      if (found.success) note('inquiries', request, found.output)
    },

    service: (): ServicePart => ({
      routes: [
        serve(countVisit, ({ body, request }) => {
          note('views', request, body)
          return reply(204)
        }),
      ],
      repeated: [
        { run: visits.flush, everyMs: seconds(3), failed },
        { run: stored.purge, everyMs: hours(1), failed },
      ],
      close: () => visits.flush().catch((err) => log.warn({ err }, failed)),
    }),
  }
}
export type Visits = ReturnType<typeof visitsModule>
