import { hours, seconds } from '@app/contracts/durations'
import { countVisit, type StoredVisits, type Visit, type VisitKind, visit } from '@app/contracts/visits'
import type { ServicePart } from '@app/jobs/service-of-parts'
import { reply, serve } from '@app/service/serve'
import * as v from 'valibot'
import type { Context } from '../context'
import { type VisitCounter, visitCounter, visitStore } from './visit-store'

/** Programs that name themselves. Others that run scripts and look at the page for a while are counted. */
const program =
  /bot|crawl|spider|slurp|scan|fetch|monitor|uptime|preview|headless|lighthouse|pingdom|curl|wget|python|java\/|go-http|okhttp|axios|node/i

/** True for a visitor who does not object. Staff who look at their own page are no visitors. */
export function isCounted({ headers }: Request, isSignedIn: boolean): boolean {
  if (headers.get('dnt') === '1' || headers.get('sec-gpc') === '1') return false
  const agent = headers.get('user-agent') ?? ''
  return !isSignedIn && agent !== '' && !program.test(agent)
}

type VisitDeps = {
  visits: Pick<VisitCounter, 'note'>
  /** True for a session that is not valid, too. */
  hasSession: (request: Request) => boolean
}

/** Counts what a visitor did who does not object to it. */
const noteVisit =
  ({ visits, hasSession }: VisitDeps) =>
  (kind: VisitKind, request: Request, found: Visit) => {
    if (isCounted(request, hasSession(request))) visits.note(kind, found)
  }

/** Counts an inquiry by what its form says about the visit, if it says anything. */
const noteInquiry = (deps: VisitDeps) => (request: Request, cameFrom: unknown) => {
  const found = v.safeParse(visit, cameFrom)
  if (found.success) noteVisit(deps)('inquiries', request, found.output)
}

const visitRoutes = (deps: VisitDeps) => [
  serve(countVisit, ({ body, request }) => {
    noteVisit(deps)('views', request, body)
    return reply(204)
  }),
]

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
