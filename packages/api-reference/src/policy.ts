import type { Call } from '@app/contracts/call'
import {
  type Access,
  isOpenToAccounts,
  type LimitName,
  type Right,
  type StepUp,
  stepUpOf,
  type TableSource,
} from '@app/contracts/policy'
import type { JsonSchema } from './schema'

const tableOf = (table: TableSource) =>
  typeof table === 'string' ? table.replace(/^:(\w+)$/, '{$1}') : `body.${table.body}`

/** The policy of a call as extensions of OpenAPI. */
export function policyExtensions(call: Call): JsonSchema {
  const { access, own, limit } = call
  const stepUp = stepUpOf(call)
  return {
    'x-access': typeof access === 'string' ? access : { table: tableOf(access.table), level: access.level },
    ...(own && { 'x-own': true }),
    ...(stepUp && { 'x-step-up': stepUp }),
    'x-limit': limit,
  }
}

/** Says if a service account may call, with the rights that staff would need. */
function accountText(call: Call): string[] {
  if (call.access === 'public') return []
  if (!isOpenToAccounts(call)) return ['Closed to service accounts.']
  const stepUp = stepUpOf(call)
  return [`Open to service accounts${typeof stepUp === 'object' ? `, except for ${tableList(stepUp)}` : ''}.`]
}

const accessTexts: Record<Exclude<Access, Right>, string> = {
  public: 'Public.',
  user: 'Signed-in users.',
  anyRight: 'Staff and admins, within their rights.',
  admin: 'Admins.',
}

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

/** The callers, the need of a recent sign-in, and the rate limit; `…` marks code. */
export function policyTexts(call: Call): string[] {
  const stepUp = stepUpOf(call)
  return [
    typeof call.access === 'string'
      ? accessTexts[call.access]
      : `Staff with the right to ${call.access.level} the table ${typeof call.access.table === 'string' ? '' : 'in '}\`${tableOf(call.access.table)}\`, and admins.`,
    ...(call.own ? ['Staff with a right to their own lessons alone may call, too; the call keeps within these.'] : []),
    ...(stepUp ? [stepUpText(stepUp)] : []),
    ...accountText(call),
    limitText(call),
  ]
}
