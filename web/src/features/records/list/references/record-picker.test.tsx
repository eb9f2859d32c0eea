import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { RightsContext } from '#lib/rights'
import { show } from '#testing/screen'
import { RecordPicker } from './record-picker'

const students = { name: 'students', title_field: 'name', properties: { name: { type: 'string' } } }
const choice = (label: string) => ({ id: label.toLowerCase(), label })
const answer = (...labels: string[]) => new Response(JSON.stringify({ data: labels.map(choice) }))

function Picker({ chosen = [] }: { chosen?: readonly string[] }) {
  const [ids, setIds] = useState(chosen)
  return (
    <>
      <p>Chosen: {ids.join(' ')}</p>
      <RecordPicker
        id="students"
        label="Students"
        table="lessons"
        field="students"
        schema={students}
        multiple
        ids={ids}
        onIds={setIds}
      />
    </>
  )
}

test('Enter before the answer to what was typed chooses only what matches it', async () => {
  let reply: (answer: Response) => void = () => {}
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const q = new URL(url, location.origin).searchParams.get('q')
    asked.push(q)
    return q === '' ? Promise.resolve(answer('Ada', 'Zoë')) : new Promise<Response>((done) => (reply = done))
  })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <Picker />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('combobox'))
  await screen.findByRole('option', { name: 'Ada' })
  await userEvent.keyboard('zo{Enter}')
  expect(screen.getByText('Chosen: zoë')).toBeTruthy()
  await userEvent.keyboard('yo')
  expect(screen.getByText('Searching…')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Chosen: zoë')).toBeTruthy()
  await waitFor(() => expect(asked.at(-1)).toBe('yo'))
  // One request for what was typed, none for its beginning.
  expect(asked).not.toContain('y')
  reply(answer('Yoko'))
  await screen.findByRole('option', { name: 'Yoko' })
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Chosen: zoë yoko')).toBeTruthy()
})

test('a record whose name cannot be loaded is not called deleted', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/choices/')) return answer()
    throw new TypeError('Failed to fetch')
  })
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  show(
    <RightsContext value={{ role: 'admin', rights: {}, exports: [] }}>
      <QueryClientProvider client={client}>
        <Picker chosen={['ada']} />
      </QueryClientProvider>
    </RightsContext>,
  )
  const isFailed = () => client.getQueryCache().findAll({ queryKey: ['records', 'students', 'labels'] })[0]?.state.error
  await waitFor(() => expect(isFailed()).toBeTruthy())
  expect(await screen.findByRole('button', { name: 'Remove …' })).toBeTruthy()
  expect(screen.queryByText('deleted record')).toBeNull()
})

test('a search that fails does not seem to go on; typing searches again', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('q=a&')) return answer('Ada')
    throw new TypeError('Failed to fetch')
  })
  show(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })}
    >
      <Picker />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('combobox'))
  await screen.findByText('The search failed. Type to search again.')
  expect(screen.queryByText('Searching…')).toBeNull()
  await userEvent.keyboard('a')
  await screen.findByRole('option', { name: 'Ada' })
})
