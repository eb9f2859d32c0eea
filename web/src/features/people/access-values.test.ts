import { ownTable, staffRights } from '@app/contracts/users'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { accessSummary, emptyAccess, presets, withExport, withRight } from './access-values'

test('what may only be seen in part is not exported', () => {
  const all = withExport(withRight(emptyAccess, ownTable, 'edit'), ownTable, true)
  expect(withRight(all, ownTable, 'view').exports).toEqual([ownTable])
  expect(withRight(all, ownTable, 'own')).toMatchObject({ rights: { [ownTable]: 'own' }, exports: [] })
})

test('every preset is what the server accepts, and one has own lessons only', () => {
  for (const { rights, exports } of presets) {
    expect(v.is(staffRights, rights)).toBe(true)
    expect(exports.filter((table) => rights[table] === 'own')).toEqual([])
  }
  expect(presets.map(({ rights }) => rights[ownTable])).toContain('own')
})

test('the summary says which lessons, and what may be exported', () => {
  const tables = [
    { name: 'lessons', title: 'Lessons' },
    { name: 'equipment', title: 'Equipment' },
  ]
  const summary = (rights: Parameters<typeof accessSummary>[0]['rights'], exports: string[] = []) =>
    accessSummary({ role: 'staff', rights, exports }, tables)
  expect(summary({ lessons: 'own', equipment: 'view' })).toBe('Sees Equipment; marks own Lessons')
  expect(summary({ lessons: 'edit', equipment: 'view' }, ['lessons'])).toBe(
    'Edits Lessons; sees Equipment; exports Lessons',
  )
})
