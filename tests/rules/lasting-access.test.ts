import { isLastingAccess } from '@app/contracts/audit'
import { auditActions } from '@app/contracts/audit-actions'
import { calls } from '@app/contracts/calls'
import { expect, test } from 'vitest'

// What works without a session, or changes where data goes, needs a recent sign-in and is told to its person by mail:
// services/auth/src/people/notify-access-added.ts sends a mail for each of these actions.

test('each action of the audit that adds or changes something for good is told by mail', () => {
  const forGood = auditActions.filter((action) => /-(?:add|change)$/.test(action))
  expect(forGood.length).toBeGreaterThan(8)
  expect(forGood.filter((action) => !isLastingAccess(action))).toEqual([])
})

test('each call that does so needs a recent sign-in, and what it adds can be removed by a call', () => {
  const lasting = calls.filter(({ audit }) => audit && isLastingAccess(audit.action))
  expect(lasting.length).toBeGreaterThan(8)
  expect(lasting.filter(({ stepUp }) => stepUp !== true).map(({ id }) => id)).toEqual([])
  const removing = new Set(calls.flatMap(({ audit }) => (audit ? [audit.action] : [])))
  for (const { audit } of lasting) {
    const { action } = audit as { action: string }
    expect([...removing]).toContain(action.replace(/-(?:add|change)$/, '-remove'))
  }
})

test('each call that returns a secret does so, too', () => {
  const returnsSecret = calls.filter(({ response }) =>
    Object.values(response).some(
      (schema) => schema && 'entries' in schema && ['secret', 'url'].some((name) => name in (schema.entries as object)),
    ),
  )
  const openly = ['uploadFile', 'uploadReplyFile', 'showWebhook', 'readWebhook', 'changeWebhook']
  const wrong = returnsSecret.filter(
    ({ id, audit }) => !openly.includes(id) && !(audit && isLastingAccess(audit.action)),
  )
  expect(returnsSecret.length).toBeGreaterThan(5)
  expect(wrong.map(({ id }) => id)).toEqual([])
})
