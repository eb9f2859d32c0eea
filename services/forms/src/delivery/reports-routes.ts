import { type BrowserReports, receiveReports } from '@app/contracts/reports'
import { serve } from '@app/service/serve'
import { counter } from '@app/telemetry'

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

/** Counts what browsers report. Addresses in it may name people, so nothing of it is kept. */
export const reportRoutes = () => [serve(receiveReports, ({ body }) => count(body))]
