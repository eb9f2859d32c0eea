import { expect, test } from 'vitest'
import { type Candidate, guardianGroups } from './guardian-groups'

const today = '2026-06-01'
const student = (n: number, more: Partial<Candidate>): Candidate => ({
  ...{ id: String(n).padStart(24, '0'), name: `Child ${n}`, text: 'R. Brook', email: null, phone: null },
  ...{ birthDate: '2016-05-01', moved: undefined, ...more },
})
const idsOf = (...numbers: number[]) => numbers.map((n) => student(n, {}).id)

test('an equal address or phone joins, directly or through another student; names do not', () => {
  const groups = guardianGroups(
    [
      student(1, { email: 'Brook@Example.com' }),
      student(2, { email: 'brook@example.com', phone: '(916) 555-0142', text: 'Rob Brook' }),
      student(3, { phone: '+1 916 555 0142', text: 'Rob Brook (father)' }),
      student(4, {}),
      student(5, {}),
    ],
    [],
    today,
  )
  expect(groups.map(({ students }) => students)).toEqual([idsOf(1, 2, 3), idsOf(4), idsOf(5)])
  expect(groups[0]!.guardian).toEqual({
    ...{ name: 'R. Brook', email: 'brook@example.com', phone: '(916) 555-0142', relation: 'father' },
    notes: 'Also named Rob Brook\nAs written before: Rob Brook (father)',
  })
})

test('what has no field of its own is in the notes', () => {
  const [one] = guardianGroups(
    [
      student(1, { text: '916-555-0100', email: 'a@example.com' }),
      student(2, { text: 'Eve, b@example.com', email: 'a@example.com' }),
    ],
    [],
    today,
  )
  expect(one!.guardian).toEqual({
    ...{ name: 'Guardian of Child 1', email: 'a@example.com', phone: '916-555-0100', relation: null },
    notes: 'Also named Eve\nAlso b@example.com\nAs written before: 916-555-0100\nAs written before: Eve, b@example.com',
  })
  const [long] = guardianGroups([student(1, { text: 'x'.repeat(120) })], [], today)
  expect(long!.guardian).toMatchObject({ name: 'x'.repeat(100), notes: `Complete name: ${'x'.repeat(120)}` })
})

test('the address of an adult is their own', () => {
  const [one] = guardianGroups(
    [student(1, { birthDate: '1990-01-01', email: 'me@example.com', phone: '916-555-0100' })],
    [],
    today,
  )
  expect(one!.guardian).toMatchObject({ name: 'R. Brook', email: null, phone: null, notes: null })
})

test('the same students give the same guardians, also when some were moved before, and stored ones are used', () => {
  const family = [student(1, { email: 'a@example.com', phone: '916-555-0100' }), student(2, { phone: '916-555-0100' })]
  const [first] = guardianGroups(family, [], today)
  expect(first).toMatchObject({ isNew: true, students: idsOf(1, 2) })
  const stored = [{ id: first!.id, email: null, phone: null }]
  const [again] = guardianGroups([{ ...family[0]!, moved: first!.id }, family[1]!], stored, today)
  expect(again).toMatchObject({ id: first!.id, isNew: false })
  // Staff deleted it meanwhile.
  expect(guardianGroups([{ ...family[0]!, moved: 'gone' }, family[1]!], [], today)[0]!.id).toBe(first!.id)
  const theirs = [{ id: 'theirs', email: 'A@example.com', phone: null }]
  expect(guardianGroups(family, theirs, today)).toMatchObject([{ id: 'theirs', isNew: false, students: idsOf(1, 2) }])
})
