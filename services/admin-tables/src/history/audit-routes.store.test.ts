import type { StoredEntry } from '@app/audit'
import { expect, test } from 'vitest'
import { testApp } from '../test-app.fixture'

const setup = testApp()

/** The lines of an export, without that of its own action. */
async function open() {
  const app = await setup()
  for (const [who, title] of [
    ['ada', '=1+1'],
    ['eve', 'Longbow'],
  ] as const)
    await app.send('/api/tables/lessons', { who, method: 'POST', body: { title } })
  await app.settle()
  const lines = async (query = '') => {
    const answer = await app.send(`/api/audit/export${query}`)
    const [header, ...rest] = (await answer.text()).split('\r\n')
    return { status: answer.status, header, lines: rest.filter((line) => line && !line.includes(',export,')) }
  }
  return { ...app, lines }
}

test('the audit is exported newest first, with who did what to which record', async () => {
  const { lines, rows } = await open()
  const made = await rows()
  const { header, lines: found } = await lines()
  expect(header).toMatch(/at,email,action,table,record_id,details$/)
  expect(found).toHaveLength(2)
  expect(found[0]).toContain(`eve@example.com,create,lessons,${made[1]!.id}`)
  expect(found[1]).toContain(`ada@example.com,create,lessons,${made[0]!.id}`)
})

test('an export holds what is asked for: of a person, an action, a record, or days at the school', async () => {
  const { collection, lines, rows } = await open()
  const [first] = await rows()
  await collection<StoredEntry>('audit_log').updateOne(
    { record_id: first!.id },
    { $set: { at: new Date('2026-05-02T06:59:59Z') } },
  )
  const count = async (query: string) => (await lines(query)).lines.length
  expect(await count('?who=EVE@example')).toBe(1)
  expect(await count('?who=eve.example')).toBe(0)
  expect(await count('?action=delete')).toBe(0)
  expect(await count(`?table=lessons&record=${first!.id}`)).toBe(1)
  // Until midnight at the school.
  expect(await count('?from=2026-05-01&to=2026-05-01')).toBe(1)
  expect(await count('?from=2026-05-02&to=2026-05-02')).toBe(0)
})

test.each([
  ['sam', 403],
  ['', 401],
])('the audit is not for %j', async (who, status) => {
  const { send } = await setup()
  expect((await send('/api/audit/export', { who })).status).toBe(status)
})
