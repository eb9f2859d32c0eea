import type { ImportReport } from '@app/contracts/imports'
import { expect, test, vi } from 'vitest'
import { guardians, students } from '../seed/school'
import { personId, testApp } from '../test-app.fixture'

// Each test waits for several jobs, which a busy machine runs slowly.
vi.setConfig({ testTimeout: 90_000 })
const jobsTimeout = 40_000
const setup = testApp()
const tables = [students, guardians]
const known = { id: 'a'.repeat(24), name: 'Gus Hall', phone: '+1 (916) 555-0177', email: null }
const sheet = `Child,DOB,Level,Parent,Phone,Email
Bo Lee,2015-03-04,beginner,Ann Lee,916-555-0142,ann@example.org
Cy Lee,2016-03-05,beginner,Ann Lee,(916) 555-0142,
Di Hall,2015-06-01,advanced,gus hall,916.555.0177,
Ed Ray,2015-06-01,beginner,,,
`

async function importing(options: Parameters<typeof setup>[0] = {}) {
  const app = await setup({ tables, records: { guardians: [known] }, ...options })
  const path = '/api/tables/students/imports'
  const asking = async (at: string, who: string, method: string, body?: unknown): Promise<ImportReport> => {
    const answer = await app.send(`${path}${at}`, { who, method, body, headers: { 'x-requested-with': 'x' } })
    return (await answer.json()) as ImportReport
  }
  const settled = async (id: string, who: string) => {
    const is = async () => (await asking(`/${id}`, who, 'GET')).state
    await expect.poll(is, { timeout: jobsTimeout, interval: 200 }).toMatch(/^(checked|applied|failed)$/)
    return asking(`/${id}`, who, 'GET')
  }
  return {
    ...app,
    async upload(text: string, who = 'ada') {
      const body = new FormData()
      body.set('file', new File([text], 'families.csv', { type: 'text/csv' }))
      return settled((await asking('', who, 'POST', body)).id, who)
    },
    async change(id: string, change: object, who = 'ada') {
      return settled((await asking(`/${id}`, who, 'PATCH', change)).id, who)
    },
    async apply(id: string, who = 'ada') {
      return settled((await asking(`/${id}/apply`, who, 'POST', {})).id, who)
    },
    /** Each student with the names of the guardians. */
    async families() {
      const names = new Map((await app.rows('guardians')).map(({ id, name }) => [id, name]))
      const all = await app.rows('students')
      return all
        .map(({ name, guardians: ids }) => `${name}: ${(ids as string[]).map((id) => names.get(id)).join(', ')}`)
        .toSorted()
    },
  }
}

const linked = ['Bo Lee: Ann Lee', 'Cy Lee: Ann Lee', 'Di Hall: Gus Hall']

test('a sheet of families is checked, and adds students and guardians and links them', async () => {
  const { upload, apply, families, rows, history } = await importing()
  const checked = await upload(sheet)
  expect(checked).toMatchObject({
    create: 3,
    errorRows: 1,
    errors: [{ row: 5, column: 'Parent', message: 'Guardian: Full Name is required', cell: '' }],
    family: { title: 'Guardians', singular: 'Guardian', create: 1, found: 1 },
  })
  expect(checked.family?.people).toMatchObject([
    { row: 2, rows: 2, isFound: false, values: { name: 'Ann Lee', phone: '916-555-0142', email: 'ann@example.org' } },
    { row: 4, rows: 1, isFound: true },
  ])
  expect(await rows('guardians')).toHaveLength(1)
  const applied = await apply(checked.id)
  expect(applied).toMatchObject({ state: 'applied', create: 3, errorRows: 1, family: { create: 1, found: 1 } })
  expect(await families()).toEqual(linked)
  expect((await history()).map(({ table, source, batch }) => [table, source, batch])).toEqual(
    ['guardians', 'students', 'students', 'students'].map((table) => [table, 'import', checked.id]),
  )
})

test('an undo takes back students and guardians, and keeps the guardian that was there', async () => {
  const { upload, apply, rows, runner } = await importing()
  const { id } = await apply((await upload(sheet)).id)
  const undo = await runner.undo(id, { id: personId('ada'), email: 'ada@example.com', requestId: 'r' })
  expect(await runner.settled(undo.id, jobsTimeout)).toMatchObject({ state: 'done', changed: 4, skipped: [] })
  expect([await rows('students'), (await rows('guardians')).map(({ name }) => name)]).toEqual([[], [known.name]])
})

test('an import that is continued after a lost connection adds nobody twice, and counts whom it has added', async () => {
  const { upload, apply, families, rows, writer, jobs } = await importing()
  const { id } = await upload(sheet)
  const { insertMany } = writer
  const lost = vi.spyOn(writer, 'insertMany').mockImplementationOnce(async (...given) => {
    await insertMany(...given)
    throw new Error('no connection')
  })
  expect(await apply(id)).toMatchObject({ state: 'applied', create: 3, family: { create: 1, found: 1 } })
  expect(lost).toHaveBeenCalled()
  expect((await jobs.find(id))?.isResumed).toBe(true)
  expect([await families(), (await rows('guardians')).length]).toEqual([linked, 2])
})

test('the same sheet again creates nobody twice; a new sibling is linked to the guardian there is', async () => {
  const { upload, apply, families, rows } = await importing()
  await apply((await upload(sheet)).id)
  const again = await upload(`${sheet}Flo Lee,2018-01-01,beginner,Ann Lee,,ann@example.org\n`)
  expect(again).toMatchObject({ create: 1, update: 0, unchanged: 3, errorRows: 1, family: { create: 0, found: 2 } })
  await apply(again.id)
  expect(await rows('guardians')).toHaveLength(2)
  expect(await families()).toEqual([...linked, 'Flo Lee: Ann Lee'])
})

test('a guardian is added to those that a student has', async () => {
  const { upload, apply, families } = await importing({
    records: {
      guardians: [known],
      students: [
        {
          id: 'b'.repeat(24),
          name: 'Bo Lee',
          birth_date: '2015-03-04',
          level: 'beginner',
          guardians: [known.id],
          updated_at: '2026-01-01T00:00:00.000Z',
        },
      ],
    },
  })
  const checked = await upload(sheet.split('\n').slice(0, 2).join('\n'))
  expect(checked).toMatchObject({ create: 0, update: 1, family: { create: 1, found: 0 } })
  await apply(checked.id)
  expect(await families()).toEqual(['Bo Lee: Gus Hall, Ann Lee'])
})

test('columns can be mapped to a guardian by hand, and a wrong value is put right for all rows', async () => {
  const { upload, change, apply, families } = await importing()
  const { id, mapping, family } = await upload(
    'Child,DOB,Level,Contact person,Reach at\nBo Lee,2015-03-04,begginer,Ann Lee,916-555-0142\nCy Lee,2016-03-04,Begginer,Ann Lee,916-555-0142\n',
  )
  expect(mapping).toMatchObject({ 'Contact person': null, 'Reach at': null })
  expect(family?.choices.slice(0, 2)).toMatchObject([
    { value: 'guardians.1.name', label: 'Guardian: Full Name' },
    { value: 'guardians.1.phone', label: 'Guardian: Phone' },
  ])
  const columns = { 'Contact person': 'guardians.1.name', 'Reach at': 'guardians.1.phone' }
  const mapped = await change(id, { mapping: columns })
  expect(mapped).toMatchObject({ create: 0, faults: [{ column: 'Level', value: 'begginer', rows: 2 }] })
  const right = await change(id, { replacements: [{ column: 'Level', from: 'begginer', to: 'Beginner' }] })
  expect(right).toMatchObject({ create: 2, errorRows: 0, family: { create: 1 } })
  await apply(id)
  expect(await families()).toEqual(['Bo Lee: Ann Lee', 'Cy Lee: Ann Lee'])
})

test('who may not edit guardians is told so, and adds none', async () => {
  const { upload, apply, families, rows } = await importing({ rights: { students: 'edit', guardians: 'view' } })
  const checked = await upload(sheet, 'sam')
  expect(checked).toMatchObject({ create: 1, errorRows: 3, family: { create: 0, found: 1 } })
  expect(checked.notes?.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('You do not have the right to edit guardians'),
  )
  await apply(checked.id, 'sam')
  expect([await families(), await rows('guardians')]).toEqual([['Di Hall: Gus Hall'], [expect.objectContaining(known)]])
})

test('a right that ends between check and import ends the import before anything is added', async () => {
  const { upload, apply, rows, setRights } = await importing({ rights: { students: 'edit', guardians: 'edit' } })
  const checked = await upload(sheet, 'sam')
  expect(checked).toMatchObject({ create: 3, family: { create: 1 } })
  await setRights({ students: 'edit', guardians: 'view' })
  expect(await apply(checked.id, 'sam')).toMatchObject({ state: 'failed', applied: 0 })
  expect([await rows('guardians'), await rows('students')]).toEqual([[expect.objectContaining(known)], []])
})
