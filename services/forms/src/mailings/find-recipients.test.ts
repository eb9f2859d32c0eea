import { everything } from '@app/record-query'
import { expect, test } from 'vitest'
import { findRecipients } from './find-recipients'

const [ada, ben, zoe, ivy] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(24)) as [string, string, string, string]
const tables: Record<string, Record<string, unknown>[]> = {
  lessons: [
    { _id: '1', students: [ada, ben], instructor: ivy },
    { _id: '2', students: [ada, zoe, 'not an id'], instructor: ivy },
  ],
  students: [
    { _id: ada, name: 'Ada Brook', email: ' Brook@Example.com', guardian: 'R. Brook' },
    { _id: ben, name: 'Ben Brook', email: 'brook@example.com', guardian: 'R. Brook', birth_date: '1990-05-01' },
    { _id: zoe, name: 'Zoë Quinn', email: 'not an address', phone: ' 916-555-0142 ', guardian: 'P. Quinn' },
  ],
  instructors: [{ _id: ivy, name: 'Ivy Archer', email: 'ivy@archery.example' }],
}
const everyone = { find: async () => [] }
const select = async (table: string, { ids }: { ids?: readonly string[] | undefined }) =>
  (tables[table] ?? []).filter(({ _id }) => !ids || ids.includes(String(_id)))
const findAll = findRecipients(select, everyone)
const find = (audience: Parameters<typeof findAll>[0]) => findAll(audience, everything)
const lessons = { table: 'lessons', query: '' } as const

test('the people of lessons get one email per address, a student by the name of the guardian', async () => {
  expect(await find({ about: lessons, to: ['students', 'instructors'] })).toEqual({
    recipients: [
      { name: 'R. Brook', email: 'brook@example.com' },
      { name: 'Ivy Archer', email: 'ivy@archery.example' },
    ],
    withoutAddress: [{ table: 'students', id: zoe, name: 'Zoë Quinn', guardian: 'P. Quinn', phone: '916-555-0142' }],
  })
})

test('records of people stand for themselves, and only the chosen side of a lesson is written to', async () => {
  const only = async (...given: Parameters<typeof find>) => (await find(...given)).recipients
  const instructor = { name: 'Ivy Archer', email: 'ivy@archery.example' }
  expect(await only({ about: lessons, to: ['instructors', 'instructors'] })).toEqual([instructor])
  // An adult is not addressed by the name of a former guardian.
  const adult = { name: 'Ben Brook', email: 'brook@example.com' }
  expect(await only({ about: { table: 'students', ids: [ben] }, to: ['students'] })).toEqual([adult])
})

test('an address that does not exist is left out, with the reason and the phone number', async () => {
  const suppressed = {
    email: 'brook@example.com',
    reason: 'bounced',
    since: '2026-11-03T18:00:00.000Z',
    status: '5.1.1',
  } as const
  const found = await findRecipients(select, { find: async () => [suppressed] })(
    { about: lessons, to: ['students'] },
    everything,
  )
  expect(found.recipients).toEqual([])
  expect(found.withoutAddress).toEqual([
    expect.objectContaining({ id: zoe }),
    { table: 'students', id: ada, name: 'Ada Brook', guardian: 'R. Brook', phone: null, suppressed },
  ])
})

test('too many people are refused', async () => {
  const many = findRecipients(
    async () => Array.from({ length: 501 }, (_, n) => ({ _id: String(n), email: `p${n}@example.com` })),
    everyone,
  )
  await expect(many({ about: { table: 'students', query: '' }, to: ['students'] }, everything)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'A mailing can have 500 recipients at most.',
  })
})
