import { type BrowserReports, receiveReports } from '@app/contracts/reports'
import type { FeaturePart, ServicePart } from '@app/jobs/service-of-parts'
import { serve } from '@app/service/serve'
import { counter } from '@app/telemetry'
import type { Context, Worker } from '../context'
import { mailAddressRoutes } from './mail-addresses-routes'
import type { DeliveryDeps } from './start-delivery'

const directives = ['script-src', 'style-src', 'img-src', 'connect-src', 'trusted-types', 'other'] as const
const kinds = ['network-error', 'other'] as const

const violations = counter('csp_violations_total', 'Violations of the content security policy by directive', {
  directive: directives,
})
const others = counter('browser_reports_total', 'Other reports of browsers by kind', { kind: kinds })

/** `script-src-elem` counts as `script-src`. What a sender makes up is `other`, so it cannot add a series. */
function directiveIn(text: string | undefined) {
  const name = text?.split(' ')[0] ?? ''
  if (name === 'require-trusted-types-for') return 'trusted-types'
  return directives.find((one) => name === one || name.startsWith(`${one}-`)) ?? 'other'
}

/** Counts what browsers report. Addresses in it may name people, so nothing of it is kept. */
function count(reports: BrowserReports): void {
  if (!Array.isArray(reports)) {
    violations.add({ directive: directiveIn(reports['csp-report']['violated-directive']) })
    return
  }
  for (const { type, body } of reports) {
    if (type === 'csp-violation') violations.add({ directive: directiveIn(body?.effectiveDirective) })
    else others.add({ kind: type === 'network-error' ? type : 'other' })
  }
}

/** Sends the mails that other features store. */
export const deliveryModule = (context: Context, below: DeliveryDeps) => ({
  service: (): ServicePart => ({
    routes: [
      serve(receiveReports, ({ body }) => count(body)),
      ...mailAddressRoutes({ mailAddresses: below.addresses.mailAddresses, mailings: below.mailings.mailings }),
    ],
  }),

  // Imported there alone: the service never loads what sends mail.
  worker: async (worker: Worker): Promise<FeaturePart> =>
    (await import('./start-delivery')).startDelivery(context, worker, below),
})
