import { countVisit, type Visit, type VisitKind, visit } from '@app/contracts/visits'
import { reply, serve } from '@app/service/serve'
import * as v from 'valibot'
import type { VisitCounter } from './visit-store'

/** Programs that name themselves. Others that run scripts and look at the page for a while are counted. */
const program =
  /bot|crawl|spider|slurp|scan|fetch|monitor|uptime|preview|headless|lighthouse|pingdom|curl|wget|python|java\/|go-http|okhttp|axios|node/i

/** True for a visitor who does not object. Staff who look at their own page are no visitors. */
export function isCounted({ headers }: Request, isSignedIn: boolean): boolean {
  if (headers.get('dnt') === '1' || headers.get('sec-gpc') === '1') return false
  const agent = headers.get('user-agent') ?? ''
  return !isSignedIn && agent !== '' && !program.test(agent)
}

export type VisitDeps = {
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
export const noteInquiry = (deps: VisitDeps) => (request: Request, cameFrom: unknown) => {
  const found = v.safeParse(visit, cameFrom)
  if (found.success) noteVisit(deps)('inquiries', request, found.output)
}

export const visitRoutes = (deps: VisitDeps) => [
  serve(countVisit, ({ body, request }) => {
    noteVisit(deps)('views', request, body)
    return reply(204)
  }),
]
