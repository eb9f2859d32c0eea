import type { TableRecord } from '@app/contracts/tables'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lessons, saturday } from '../../tables.fixture'
import { useColumns } from './use-columns'

test('widths stay while the records change, and are measured again after an import', () => {
  const hook = renderHook(({ records }) => useColumns(lessons, {}, records), {
    initialProps: { records: [{ ...saturday, notes: '' }] as unknown as readonly TableRecord[] },
  })
  const width = () => hook.result.current.widths['notes']!
  const narrow = width()
  const imported = [{ ...saturday, notes: 'Bring water, a hat and shoes for wet grass.' }]
  hook.rerender({ records: imported as unknown as readonly TableRecord[] })
  expect(width()).toBe(narrow)
  act(() => hook.result.current.remeasure())
  expect(width()).toBeGreaterThan(narrow)
})
