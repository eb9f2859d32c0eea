import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Filters } from '#lib/list-address'
import { show } from '#testing/screen'
import { replaceFilters } from '../list-view'
import { AgeFilter, DateFilter } from './date-filter'

const field = { type: 'string', format: 'date' } as const

function Stand({ seen }: { seen: { filters: Filters } }) {
  const [filters, setFilters] = useState<Filters>({})
  const name = 'birth_date'
  const onFilter = (next: Filters) => {
    seen.filters = replaceFilters(filters, name, next)
    setFilters(seen.filters)
  }
  return <AgeFilter {...{ table: 'students', name, title: 'Date of birth', field, filters, onFilter }} />
}

function open() {
  const seen: { filters: Filters } = { filters: {} }
  show(<Stand seen={seen} />)
  return seen
}
const enter = async (label: string, text: string) => {
  const input = screen.getByLabelText(label)
  await userEvent.clear(input)
  await userEvent.type(input, text)
  await userEvent.tab()
}

test('an age is that of today until a day is chosen, which may come first or last', async () => {
  const state = open()
  await enter('Age under', '14')
  expect(state.filters).toEqual({ birth_date__gt: 'age14' })
  await enter('Age on date', '2026-08-15')
  expect(state.filters).toEqual({ birth_date__gt: 'age14@2026-08-15' })
  await enter('Age from', '8')
  expect(state.filters).toEqual({ birth_date__gt: 'age14@2026-08-15', birth_date__lte: 'age8@2026-08-15' })
  await userEvent.clear(screen.getByLabelText('Age on date'))
  await userEvent.tab()
  expect(state.filters).toEqual({ birth_date__gt: 'age14', birth_date__lte: 'age8' })
})

test('a day that is chosen first is kept for the age; an age that is removed is no filter', async () => {
  const state = open()
  await enter('Age on date', '2026-08-15')
  expect(state.filters).toEqual({})
  await enter('Age under', '14')
  expect(state.filters).toEqual({ birth_date__gt: 'age14@2026-08-15' })
  await userEvent.clear(screen.getByLabelText('Age under'))
  await userEvent.tab()
  expect(state.filters).toEqual({})
})

test('a birth with its time of day has the presets of times, as no age is counted from it', async () => {
  const props = { table: 'students', name: 'birth_date', title: 'Born', filters: {}, onFilter: () => {} }
  show(<DateFilter {...props} field={{ type: 'string', format: 'date-time' }} />)
  expect(screen.getByRole('button', { name: 'This week' })).toBeTruthy()
  expect(screen.queryByText('or born from')).toBeNull()
  show(<DateFilter {...props} field={field} />)
  await screen.findByLabelText('Age under')
})
