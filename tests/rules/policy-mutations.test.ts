import { callDocs } from '@app/contracts/call-docs'
import type { CallDoc } from '@app/contracts/calls/call-doc'
import { isOpenToAccounts, limits } from '@app/contracts/calls/policy'
import { expect, test } from 'vitest'
import { policyOf } from '../support/policy-matrix'

// docs/security/rights.md holds a row for each call, and policy.test.ts fails when one differs. Here every part of every policy is
// switched off in a copy of its call: the row must differ, or that test would not notice.

type Mutation = { part: 'access' | 'stepUp' | 'limit' | 'origin' | 'accounts'; doc: CallDoc; mutated: CallDoc }

function mutationsOf(doc: CallDoc): Mutation[] {
  const { call } = doc
  const { stepUp, ...withoutStepUp } = call
  // An account is no admin and never has a recent sign-in, so that these are closed twice.
  const isPersonal = ['public', 'admin'].includes(String(call.access)) || stepUp === true
  const { origin, ...withoutOrigin } = call
  const changed = (part: Mutation['part'], mutated: object): Mutation => ({
    part,
    doc,
    mutated: { ...doc, call: mutated } as CallDoc,
  })
  return [
    ...(call.access === 'public' ? [] : [changed('access', { ...call, access: 'public' })]),
    ...(stepUp ? [changed('stepUp', withoutStepUp)] : []),
    ...(isPersonal ? [] : [changed('accounts', { ...call, accounts: !isOpenToAccounts(call) })]),
    ...limits.filter((limit) => limit !== call.limit).map((limit) => changed('limit', { ...call, limit })),
    ...(origin ? [changed('origin', withoutOrigin)] : []),
    ...(call.method !== 'get' && !origin ? [changed('origin', { ...call, origin: 'any' })] : []),
  ]
}

const rows = new Map<CallDoc, Promise<string>>()

/** The cells alone: the row also prints the access as it is declared. That of a call is the same for all of its mutations. */
function cellsOf(served: CallDoc, doc: CallDoc): Promise<string> {
  const known = rows.get(served) ?? policyOf([served]).row(doc)
  if (served === doc) rows.set(doc, known)
  return known.then((row) => row.split('|').slice(3).join('|'))
}

test.each(['access', 'stepUp', 'limit', 'origin', 'accounts'] as const)(
  'no %s of a call can be switched off unnoticed',
  async (part) => {
    const mutations = callDocs.flatMap(mutationsOf).filter((one) => one.part === part)
    const unnoticed: string[] = []
    for (const { doc, mutated } of mutations) {
      const isSame =
        part === 'limit'
          ? (await policyOf([mutated]).budgetOf(doc)) === doc.call.limit
          : (await cellsOf(doc, doc)) === (await cellsOf(mutated, doc))
      if (isSame) unnoticed.push(doc.call.id)
    }
    expect(mutations.length).toBeGreaterThan(5)
    expect(unnoticed).toEqual([])
  },
)
