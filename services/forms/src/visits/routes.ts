import { countVisit } from '@app/contracts/calls/visits'
import { type Visit, type VisitKind, visit } from '@app/contracts/visits'
import { reply, serve } from '@app/service/serve'
import * as v from 'valibot'
import { isCounted } from './is-counted'
import type { VisitCounter } from './visit-counter'

export type VisitDeps = {
  visits: Pick<VisitCounter, 'note'>
  /** Whether the request carries a session, valid or not. */
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
