import { expect, test } from 'vitest'
import type { NewJob } from './job'
import { currentRights } from './job'

test('the right of an actor is what it says now', async () => {
  let holder: object | undefined
  const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', requestId: '' }
  const hasRight = currentRights(async (id) =>
    holder && id === actor.id ? ({ rights: {}, exports: [], ...holder } as never) : undefined,
  )
  const may = (right: NewJob['right']) => hasRight({ actor, right })
  const edit = { table: 'ducks', level: 'edit' } as const
  expect(await may(edit)).toBe(false)
  holder = { role: 'staff', rights: { ducks: 'edit' } }
  expect([await may(edit), await may('admin'), await may(null)]).toEqual([true, false, true])
  const nests = { table: 'nests', level: 'view' } as const
  expect([await may(nests), await may([edit, nests]), await may([edit, edit])]).toEqual([false, false, true])
  holder = { role: 'staff', rights: { ducks: 'view' } }
  expect(await may(edit)).toBe(false)
  holder = { role: 'admin' }
  expect([await may(edit), await may('admin')]).toEqual([true, true])
  holder = { role: 'admin', disabled: true }
  expect(await may('admin')).toBe(false)
})
