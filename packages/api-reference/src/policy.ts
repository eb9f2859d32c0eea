import type { Call } from '@app/contracts/calls/call'
import {
  type Access,
  isOpenToAccounts,
  type LimitName,
  type Right,
  type TableSource,
} from '@app/contracts/calls/policy'
import type { JsonSchema } from './schema'

const tableOf = (table: TableSource) =>
  typeof table === 'string' ? table.replace(/^:(\w+)$/, '{$1}') : `body.${table.body}`

/** The policy of a call as extensions of OpenAPI. */
export const policyExtensions = ({ access, own, stepUp, limit }: Call): JsonSchema => ({
  'x-access': typeof access === 'string' ? access : { table: tableOf(access.table), level: access.level },
  ...(own && { 'x-own': true }),
  ...(stepUp && { 'x-step-up': stepUp }),
  'x-limit': limit,
})

/** Whether a service account may call, with the rights that staff would need. */
function accountText(call: Call): string[] {
  if (call.access === 'public') return []
  if (!isOpenToAccounts(call)) return ['Closed to service accounts.']
  return [`Open to service accounts${typeof call.stepUp === 'object' ? `, except for ${tableList(call.stepUp)}` : ''}.`]
}

const accessTexts: Record<Exclude<Access, Right>, string> = {
  public: 'Public.',
  user: 'Signed-in users.',
  anyRight: 'Staff and admins, within their rights.',
  admin: 'Admins.',
}

type StepUp = NonNullable<Call['stepUp']>

const codeList = (names: readonly string[]) => new Intl.ListFormat('en').format(names.map((name) => `\`${name}\``))

const tableList = ({ tables }: { tables: readonly string[] }) =>
  `the ${tables.length === 1 ? 'table' : 'tables'} ${codeList(tables)}`

const stepUpText = (stepUp: StepUp) =>
  `Needs a sign-in within the last 15 minutes${stepUp === true ? '' : ` for ${tableList(stepUp)}`}.`

/** Why the call is refused without a recent sign-in. */
export const stepUpError = (stepUp: StepUp) =>
  `The sign-in is older than 15 minutes${stepUp === true ? '' : `; a more recent one is needed for ${tableList(stepUp)}`}.`

/** Budgets per session and per network; a public call has its network only. */
const sessionLimits: readonly LimitName[] = ['read', 'write', 'send', 'export', 'upload']

function limitText({ access, limit }: Call): string {
  if (limit === 'calendar') return 'Rate limit: `calendar`, per network and per secret address.'
  const perSession = access !== 'public' && sessionLimits.includes(limit)
  return `Rate limit: \`${limit}\`, ${perSession ? 'per session or account, and per network' : 'per network'}.`
}

/** Who may call, whether a recent sign-in is needed, and the rate limit; `…` marks code. */
export const policyTexts = (call: Call): string[] => [
  typeof call.access === 'string'
    ? accessTexts[call.access]
    : `Staff with the right to ${call.access.level} the table ${typeof call.access.table === 'string' ? '' : 'in '}\`${tableOf(call.access.table)}\`, and admins.`,
  ...(call.own ? ['Staff with a right to their own lessons alone may call, too; the call keeps within these.'] : []),
  ...(call.stepUp ? [stepUpText(call.stepUp)] : []),
  ...accountText(call),
  limitText(call),
]
