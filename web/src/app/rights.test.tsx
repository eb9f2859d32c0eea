import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { lessons, list, openDashboard, pageWith, rowNamed, saturday, writes } from '#features/records/tables.fixture'

const staff = (right: 'own' | 'view' | 'edit', exports: string[] = []) =>
  ({ role: 'staff', rights: { lessons: right }, exports }) as const
const open = (user: ReturnType<typeof staff>, address?: string) =>
  openDashboard({ [`${list}/${saturday.id}/referrers`]: [200, []] }, address, user)
const buttons = (name: RegExp) => screen.queryAllByRole('button', { name })

test('who may view a table gets its list, without anything that changes or exports it', async () => {
  open(staff('view'))
  const row = await rowNamed('Saturday range')
  expect(row.queryByRole('checkbox')).toBeNull()
  expect(row.queryAllByRole('button', { name: /Edit|Delete/ })).toEqual([])
  expect(buttons(/Add New|Import|Export|Edit|Delete/)).toEqual([])
  expect(screen.queryByRole('columnheader', { name: 'Operations' })).toBeNull()
})

test('keys and double clicks that change a row open it to read instead', async () => {
  const calls = open(staff('view'))
  const row = await rowNamed('Saturday range')
  await userEvent.dblClick(row.getByText('Roseville'))
  await expect.poll(() => new URLSearchParams(location.search).get('record')).toBe(saturday.id)
  row.getByText('Roseville').closest('td')!.focus()
  await userEvent.keyboard('{Delete}e{F2} ')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Selected records' })).toBeNull()
  expect(new URLSearchParams(location.search).get('mode')).toBeNull()
  expect(writes(calls)).toEqual([])
})

test.each([`record=${saturday.id}`, `record=${saturday.id}&mode=edit`])(
  '%s shows the record to read',
  async (query) => {
    open(staff('view'), `/admin?table=lessons&${query}`)
    const panel = within(await screen.findByRole('region', { name: 'Lesson details' }))
    await panel.findByText('Bring water.', { exact: false })
    expect(panel.queryByRole('button', { name: /Edit|Delete/ })).toBeNull()
    expect(screen.queryByRole('dialog', { name: 'Edit Lesson' })).toBeNull()
  },
)

test('the address of a new record opens no form for those who may not create one', async () => {
  open(staff('view'), '/admin?table=lessons&record=new')
  await rowNamed('Saturday range')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the right to export offers the selection and the export, and nothing that changes records', async () => {
  open(staff('view', ['lessons']))
  const row = await rowNamed('Saturday range')
  expect(row.queryAllByRole('button', { name: /Edit|Delete/ })).toEqual([])
  await userEvent.click(row.getByRole('checkbox', { name: 'Select Saturday range' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected records' }))
  expect(bar.getByRole('button', { name: 'Export' })).toBeTruthy()
  expect(bar.queryByRole('button', { name: /Set field|Delete/ })).toBeNull()
  expect(buttons(/Export CSV/)).toHaveLength(1)
})

test('the right to edit offers everything but the export', async () => {
  open(staff('edit'))
  await rowNamed('Saturday range')
  for (const name of [/Add New/, /Import/, /Edit Saturday range/, /Delete Saturday range/])
    expect(buttons(name)).toHaveLength(1)
  expect(buttons(/Export/)).toEqual([])
})

test('the palette creates records only where the rights allow it', async () => {
  const students = { ...lessons, name: 'students', title: 'Student' }
  openDashboard({ '/api/admin/schemas': [200, [lessons, students]] }, '/admin', {
    role: 'staff',
    rights: { lessons: 'edit', students: 'view' },
    exports: [],
  })
  await rowNamed('Saturday range')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: /^Go to/ }), 'new')
  const actions = within(await screen.findByRole('group', { name: 'Actions' }))
  expect(actions.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['New Lesson'])
})

test('a filter by records of a table that is not shown has their names from the list', async () => {
  const students = {
    type: 'array',
    title: 'Students',
    items: { type: 'string', format: 'reference', table: 'students' },
  }
  const schema = { ...lessons, properties: { ...lessons.properties, students } }
  const ada = 'a'.repeat(24)
  const calls = openDashboard(
    {
      '/api/admin/schemas': [200, [schema]],
      [list]: [
        200,
        pageWith([{ ...saturday, students: [ada] }], { references: { students: { [ada]: { label: 'Ada' } } } }),
      ],
    },
    `/admin?table=lessons&f.students=${ada}`,
    staff('view'),
  )
  await rowNamed('Saturday range')
  expect(screen.getByRole('list', { name: 'Active filters' }).textContent).toContain('Ada')
  expect(calls.some(({ path }) => path.startsWith('/api/tables/students'))).toBe(false)
})

test('whoever sees their own lessons alone gets their list to read, which says whose they are', async () => {
  open(staff('own'))
  const row = await rowNamed('Saturday range')
  expect(screen.getByText('Your own lessons')).toBeTruthy()
  expect(row.queryAllByRole('button', { name: /Edit|Delete/ })).toEqual([])
  expect(buttons(/Add New|Import|Export|Edit|Delete/)).toEqual([])
})
