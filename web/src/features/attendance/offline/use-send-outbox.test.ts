import { afterEach, expect, test, vi } from 'vitest'
import { answers } from '#testing/answers'
import { LessonFull, type OutboxEntry, sendEntry } from './use-send-outbox'

const [lesson, ada, cleo] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [string, string, string]
const key = 'k'.repeat(32)
const path = `/api/tables/lessons/${lesson}`
const row = (more: object) => ({ id: lesson, seats: 2, students: [ada], present: [], updated_at: '1', ...more })
const walkIn: OutboxEntry = {
  ...{ kind: 'walk-in', lesson, about: 'First arrows', name: 'Cleo' },
  person: { values: { name: 'Cleo' } },
}
const note = (table: 'students' | 'lessons'): OutboxEntry => ({
  ...{ kind: 'note', table, record: lesson, about: 'First arrows' },
  line: 'Nov 28, 2026, 10:42 AM: Wind & "rain"',
})
const writes = (calls: ReturnType<typeof answers>) => calls.filter(({ method }) => method !== 'GET')

afterEach(() => vi.unstubAllGlobals())

test('a walk-in is added under the key of the entry, then seated and marked in one write', async () => {
  const calls = answers({
    '/api/tables/students': [201, { id: cleo }],
    [path]: [
      [200, row({})],
      [200, row({})],
    ],
  })
  await sendEntry(key, walkIn)
  const [added, seated] = writes(calls)
  expect(added!.headers.get('idempotency-key')).toBe(key)
  expect(seated!.body).toEqual({ students: [ada, cleo], present: [cleo] })
  expect(seated!.headers.get('if-match')).toBe('"1"')
})

const guardian = 'd'.repeat(24)
const refusedText = {
  error: 'No.',
  code: 'invalid_input',
  fields: { guardian: 'guardian is not a field of this table' },
}

test('the guardian of a minor is added first, under a key of its own', async () => {
  const calls = answers({
    '/api/tables/guardians': [201, { id: guardian }],
    '/api/tables/students': [201, { id: cleo }],
    [path]: [200, row({})],
  })
  const person = { values: { name: 'Cleo', guardians: null }, guardian: { name: 'R. Brook', phone: '916-555-0142' } }
  await sendEntry(key, { ...walkIn, person })
  const [first, second] = writes(calls)
  expect(first!.body).toEqual({ name: 'R. Brook', phone: '916-555-0142' })
  expect(first!.headers.get('idempotency-key')).toBe(`${key}-guardian`)
  expect(second!.body).toEqual({ name: 'Cleo', guardians: [guardian] })
  expect(second!.headers.get('idempotency-key')).toBe(key)
})

test('a walk-in from before guardians were records is sent with the guardian its text names', async () => {
  const calls = answers({
    '/api/tables/guardians': [201, { id: guardian }],
    '/api/tables/students': [
      [422, refusedText],
      [201, { id: cleo }],
    ],
    [path]: [200, row({})],
  })
  await sendEntry(key, {
    ...walkIn,
    person: { values: { name: 'Cleo', guardian: 'R. Brook ', phone: '916-555-0142' } },
  })
  expect(writes(calls).map(({ body }) => body)).toEqual([
    { name: 'Cleo', guardian: 'R. Brook ', phone: '916-555-0142' },
    { name: 'R. Brook', phone: '916-555-0142' },
    { name: 'Cleo', phone: '916-555-0142', guardians: [guardian] },
    { students: [ada, cleo], present: [cleo] },
  ])
})

test('a walk-in whose answer was lost is not seated twice', async () => {
  const calls = answers({
    '/api/tables/students': [201, { id: cleo }],
    [path]: [200, row({ students: [ada, cleo], present: [cleo] })],
  })
  await sendEntry(key, walkIn)
  expect(writes(calls)).toHaveLength(1)
})

test('a walk-in is repeated on what another person made of the lesson meanwhile', async () => {
  const changed = row({ students: [ada], present: [ada], updated_at: '2' })
  const calls = answers({
    [path]: [
      [200, row({})],
      [409, { error: 'Changed.', code: 'conflict', record: changed }],
      [200, changed],
    ],
  })
  await sendEntry(key, { ...walkIn, person: { id: cleo } })
  expect(writes(calls).at(-1)!.body).toEqual({ students: [ada, cleo], present: [ada, cleo] })
})

test('a full lesson refuses a walk-in until it gets one more seat', async () => {
  const calls = answers({ [path]: [200, row({ seats: 1 })] })
  const known = { ...walkIn, person: { id: cleo } } as OutboxEntry
  await expect(sendEntry(key, known)).rejects.toThrow(LessonFull)
  expect(writes(calls)).toEqual([])
  await sendEntry(key, known, true)
  expect(writes(calls).at(-1)!.body).toEqual({ students: [ada, cleo], present: [cleo], seats: 2 })
})

test.each([
  ['students', 'Left-handed', 'Left-handed\nNov 28, 2026, 10:42 AM: Wind & "rain"'],
  ['lessons', '<p>Bring hats</p>', '<p>Bring hats</p><p>Nov 28, 2026, 10:42 AM: Wind &amp; &quot;rain&quot;</p>'],
] as const)('a note on %s is one line more, once', async (table, before, after) => {
  const address = `/api/tables/${table}/${lesson}`
  const calls = answers({
    [address]: [
      [200, { id: lesson, notes: before }],
      [200, {}],
      [200, { id: lesson, notes: after }],
    ],
  })
  await expect(sendEntry(key, note(table))).rejects.toMatchObject({ code: 'unreadable_answer' })
  await sendEntry(key, note(table))
  expect(writes(calls).map(({ body }) => body)).toEqual([{ notes: after }])
})
