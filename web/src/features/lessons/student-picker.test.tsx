import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { lessons } from '#features/records/tables.fixture'
import { answers, silence } from '#testing/answers'
import { show } from '#testing/screen'
import { LessonStudentPicker } from './student-picker'

const schemas = '/api/admin/schemas'
const students = { name: 'students', properties: { name: { type: 'string' } } }

function setup(given: Parameters<typeof answers>[0][string]) {
  answers({ [schemas]: given, '/api/tables/students': [200, { data: [], total: 0, page: 1, limit: 20 }] })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  show(
    <QueryClientProvider client={client}>
      <LessonStudentPicker ids={[]} onIds={() => {}} full={undefined} />
    </QueryClientProvider>,
  )
}

test('until the tables are loaded, nothing is said about rights', () => {
  setup(silence)
  expect(screen.getByRole('status').textContent).toBe('Loading students...')
  expect(screen.queryByText('You do not have the right to see students.')).toBeNull()
})

test('tables that could not be loaded are loaded again', async () => {
  setup([
    [503, { error: 'The service is busy.', code: 'unavailable' }],
    [200, [lessons, students]],
  ])
  expect((await screen.findByRole('alert')).textContent).toContain('The service is busy.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('combobox', { name: 'Students' })
})

test('who may not see students is told so', async () => {
  setup([200, [lessons]])
  await screen.findByText('You do not have the right to see students.')
})
