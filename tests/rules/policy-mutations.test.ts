import type { Call, CallDoc } from '@app/contracts/call'
import { callDocs } from '@app/contracts/calls'
import { type Access, isOpenToAccounts, limits, type Right, stepUpOf } from '@app/contracts/policy'
import { expect, test } from 'vitest'
import { policyOf } from '../support/policy-matrix'
import { rightOf } from '../support/rights'

// docs/security/rights.md holds a row for each call, and policy.test.ts fails when one differs. Here every part of every policy is
// switched off or weakened: the row of its call must differ, or that test would not notice. One service has the mutation of all
// calls, which do not depend on each other.

type Mutation = (call: Call) => object | undefined

const isRight = (access: Access): access is Right => typeof access === 'object'
const withAccess =
  (access: Access): Mutation =>
  (call) =>
    call.access === access ? undefined : { ...call, access }
const withLevel =
  (level: Right['level']): Mutation =>
  (call) =>
    isRight(call.access) && call.access.level !== level ? { ...call, access: { ...call.access, level } } : undefined

/** A right on a table that callers of the matrix have on none, or only on this one. */
const onOtherTable: Mutation = (call) =>
  isRight(call.access) ? { ...call, access: { ...call.access, table: 'announcements' } } : undefined

/** Whether a call may be about lessons, or shows students with them: who sees their own lessons changes no student. */
const hasOwners = (call: object) =>
  ['lessons', 'students'].some((table) => {
    const right = rightOf(call as Call, table)
    return right?.table === table && (table === 'lessons' || right.level === 'view')
  })

const rowMutations: Record<string, Mutation> = {
  'access is public': withAccess('public'),
  'access is user': withAccess('user'),
  'access is anyRight': withAccess('anyRight'),
  'access is admin': withAccess('admin'),
  'the right is view': withLevel('view'),
  'the right is edit': withLevel('edit'),
  'the right is export': withLevel('export'),
  'the right is on another table': onOtherTable,
  'people with a right to their own records alone are admitted where they were not, and the reverse': ({
    own,
    ...call
  }) =>
    isRight(call.access) && call.access.level !== 'export' && hasOwners(call)
      ? { ...call, ...(!own && { own: true }) }
      : undefined,
  // Where it is derived, policy.test.ts has the rule a second time.
  'no recent sign-in is needed': ({ stepUp, ...call }) => (stepUp ? call : undefined),
  'a recent sign-in is needed': (call) =>
    stepUpOf(call) === true || call.access === 'public' ? undefined : { ...call, stepUp: true },
  // An account is no admin and never has a recent sign-in, so that these are closed twice.
  'accounts are admitted where they were not, and the reverse': (call) =>
    call.access === 'public' || call.access === 'admin' || stepUpOf(call) === true
      ? undefined
      : { ...call, accounts: !isOpenToAccounts(call) },
  'pages of other sites are admitted where they were not, and the reverse': ({ origin, ...call }) => {
    if (origin) return call
    return call.method === 'get' ? { ...call, origin: 'same' } : { ...call, origin: 'any' }
  },
}

/** A service in which these calls are mutated, and those that are. */
function mutatedService(mutation: Mutation) {
  const mutated = new Map<CallDoc, CallDoc>()
  for (const doc of callDocs) {
    const call = mutation(doc.call)
    if (call) mutated.set(doc, { ...doc, call } as CallDoc)
  }
  return { service: policyOf(callDocs.map((doc) => mutated.get(doc) ?? doc)), calls: [...mutated.keys()] }
}

const asIs = policyOf(callDocs)
const rows = new Map<CallDoc, Promise<string>>()
/** The cells alone: the row also prints the access as it is declared. */
const cellsOf = async (row: Promise<string>) => (await row).split('|').slice(3).join('|')

function cellsAsIs(doc: CallDoc): Promise<string> {
  const known = rows.get(doc) ?? asIs.row(doc)
  rows.set(doc, known)
  return cellsOf(known)
}

test.each(Object.entries(rowMutations))('the matrix fails for each call of which %s', async (_, mutation) => {
  const { service, calls } = mutatedService(mutation)
  const unnoticed: string[] = []
  for (const doc of calls) if ((await cellsAsIs(doc)) === (await cellsOf(service.row(doc)))) unnoticed.push(doc.call.id)
  expect(calls.length).toBeGreaterThan(5)
  expect(unnoticed).toEqual([])
})

test.each(limits)('the matrix fails for each call that uses the budget %s instead of its own', async (limit) => {
  const { service, calls } = mutatedService((call) => (call.limit === limit ? undefined : { ...call, limit }))
  const unnoticed: string[] = []
  for (const doc of calls) if ((await service.budgetOf(doc)) === doc.call.limit) unnoticed.push(doc.call.id)
  expect(calls.length).toBeGreaterThan(50)
  expect(unnoticed).toEqual([])
})

test('the list of what the audit leaves out fails for each call whose entry is dropped', async () => {
  const { service, calls } = mutatedService((call) =>
    call.audit && !call.audit.by && call.access !== 'public' ? { ...call, audit: false } : undefined,
  )
  const unnoticed: string[] = []
  for (const doc of calls)
    if ((await service.recordedBy(doc)).length > 0 || (await asIs.recordedBy(doc)).length !== 1)
      unnoticed.push(doc.call.id)
  expect(calls.length).toBeGreaterThan(30)
  expect(unnoticed).toEqual([])
})
