import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { useView } from './list-view'

const schemas = ['lessons', 'students'].map((name) => ({
  name,
  title: name,
  title_field: 'title',
  required: [],
  properties: { title: { type: 'string' } },
}))

test('another table is shown as it was left, without the record that was open', () => {
  const { hook, searchHook } = memoryLocation({ path: '/admin', searchPath: 'table=lessons&q=bows&page=3' })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Router hook={hook} searchHook={searchHook}>
      {children}
    </Router>
  )
  const { result } = renderHook(() => useView(schemas as never), { wrapper })
  const go = (change: Parameters<(typeof result)['current']['show']>[0]) => act(() => result.current.show(change))
  go({ record: 'a'.repeat(24), mode: 'edit' })
  expect(result.current.view).toMatchObject({ table: 'lessons', q: 'bows', record: 'a'.repeat(24) })
  go({ table: 'students' })
  expect(result.current.view).toMatchObject({ table: 'students', q: '', page: 1, record: null })
  go({ q: 'zoe' })
  go({ table: 'lessons' })
  expect(result.current.view).toMatchObject({ table: 'lessons', q: 'bows', page: 3, record: null, mode: null })
  go({ table: 'students' })
  expect(result.current.view).toMatchObject({ table: 'students', q: 'zoe' })
})
