import type { Service } from '../context'
import type { PeopleModule } from '../people/module'
import type { SessionsModule } from '../sessions/module'
import { notifyPause } from './code-budgets'
import { issueCode } from './issue-code'
import { requestProof } from './pending-link'
import { redeemCode } from './redeem-code'
import { codeRoutes } from './routes'
import { signInAttempt } from './sign-in-attempt'

/** Sign-in with a code by mail, and what each way to sign in needs. */
export function codesModule(
  service: Service,
  { people, sessions }: { people: PeopleModule; sessions: SessionsModule },
) {
  const { log, audit, now } = service
  const issue = issueCode(service)
  const redeem = redeemCode({
    ...service,
    link: people.link,
    notifyPause: notifyPause({ ...service, onError: service.noticeFailed }),
  })
  const signIn = {
    ...service,
    attempt: signInAttempt({ log, audit, userOf: people.find, now }),
    open: sessions.open,
  }
  return {
    signIn,
    requestProof: requestProof({ ...service, issue }),
    routes: codeRoutes({ ...signIn, issue, redeem }),
  }
}

export type CodesModule = ReturnType<typeof codesModule>
