import { expect, test } from 'vitest'
import { guardians, lessons, students } from '../seed/school'
import { testApp } from '../test-app.fixture'

const setup = testApp()

const id = (at: number) => at.toString(16).padStart(24, '0')
const at = '2026-05-01T09:00:00.000Z'
const [shea, zoe, ana, kai] = [id(1), id(2), id(3), id(4)]
const row = (of: string, values: Record<string, unknown>) => ({ id: of, created_at: at, updated_at: at, ...values })

/** Shea O’Neil has a guardian, Anaïs Weiß; Zoë Kjær is reached herself. */
async function school(
  rights: Record<string, 'edit' | 'view' | 'own'> = { lessons: 'edit', students: 'edit', guardians: 'edit' },
) {
  const app = await setup({
    ...{ tables: [lessons, students, guardians], rights },
    records: {
      students: [
        row(shea, { name: 'Shea O\u2019Neil', birth_date: '2015-03-04', guardians: [ana] }),
        row(zoe, { name: 'Zo\u00eb Kj\u00e6r', phone: '(415) 555-0133', email: 'zoe@example.org', guardians: [] }),
        row(kai, { name: 'Kai Ito', birth_date: '2015-03-04', guardians: [] }),
      ],
      guardians: [row(ana, { name: 'Ana\u00efs Wei\u00df', phone: '+1 (916) 555-0142', email: 'ana@example.org' })],
    },
  })
  const names = async (path: string, name: string): Promise<string[]> => {
    const response = await app.send(`/api/tables${path}`, { who: 'sam' })
    const { data } = (await response.json()) as { data: Record<string, string>[] }
    return data.map((one) => one[name]!).sort()
  }
  return {
    /** What the list finds, and the search of all tables, which reads the lists. */
    list: (q: string) => names(`/students?q=${encodeURIComponent(q)}`, 'name'),
    guardian: async (q: string) => {
      const answer = await app.send(`/api/tables/students/choices/guardians?q=${q}`, { who: 'sam' })
      return ((await answer.json()) as { data: object[] }).data
    },
    picker: (q: string) => names(`/lessons/choices/students?q=${encodeURIComponent(q)}`, 'label'),
  }
}

const [sheas, zoes] = ['Shea O\u2019Neil', 'Zo\u00eb Kj\u00e6r']

test('search.txt: lists and pickers find the same: digits, apostrophes, letters, and children through their guardians', async () => {
  const { list, picker } = await school()
  const expected: [q: string, ...names: string[]][] = [
    ["O'Neil", sheas],
    ['o\u2019neil', sheas],
    ['kjaer', zoes],
    ['ZOE Kj\u00e6r', zoes],
    ['0133', zoes],
    ['415-555', zoes],
    ['+1 415 555 0133', zoes],
    ['zoe@example', zoes],
    ['anais', sheas],
    ['weiss', sheas],
    ['Wei\u00df', sheas],
    ['0142', sheas],
    ['9165550142', sheas],
    ['916-555-0142', sheas],
    ['5550142', sheas],
    ['shea 916.555.0142', sheas],
    ['ana@example.org', sheas],
    ['kai weiss'],
    ['0199'],
  ]
  for (const [q, ...names] of expected) expect([q, await list(q), await picker(q)]).toEqual([q, names, names])
})

test('without a right to guardians nobody finds a child by their address or phone', async () => {
  const { list, picker } = await school({ lessons: 'edit', students: 'edit' })
  for (const q of ['0142', '(916) 555-0142', 'ana@example.org'])
    expect([q, await list(q), await picker(q)]).toEqual([q, [], []])
  expect([await list('0133'), await picker('0133')]).toEqual([[zoes], [zoes]])
})

test('whoever sees no students finds them in a picker by their names alone', async () => {
  const { picker } = await school({ lessons: 'edit', guardians: 'edit' })
  expect(await picker("O'Neil")).toEqual([sheas])
  for (const q of ['0133', 'zoe@example.org', '0142', 'weiss']) expect([q, await picker(q)]).toEqual([q, []])
})

test('a guardian who is found says the number and the children, to those who see guardians', async () => {
  const found = async (rights: Parameters<typeof school>[0]) => (await school(rights)).guardian('weiss')
  expect(await found({ students: 'edit', guardians: 'view' })).toEqual([
    { id: ana, label: 'Ana\u00efs Wei\u00df', detail: '(916) 555-0142, Shea O\u2019Neil' },
  ])
  expect(await found({ students: 'edit' })).toEqual([{ id: ana, label: 'Ana\u00efs Wei\u00df' }])
})
