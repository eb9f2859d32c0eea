import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { stubMedia } from '#testing/media'
import { list, openDashboard } from '../../tables.fixture'

const path = `${list}/export`
const start = async () => userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))

/** A download that the test feeds. */
function stream() {
  let feed!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      feed = controller
    },
  })
  const answer = Promise.resolve(new Response(body, { headers: { 'x-total-count': '3' } }))
  return { answer, send: (text: string) => feed.enqueue(new TextEncoder().encode(text)), feed: () => feed }
}

function downloads() {
  const files: { name: string; blob: Blob }[] = []
  let latest: Blob
  const keep = (blob: Blob) => {
    latest = blob
    return 'blob:x'
  }
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: keep }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: latest })
  })
  return files
}
test('an export shows progress and saves exactly the bytes of the filtered, sorted list', async () => {
  const files = downloads()
  const { answer, send, feed } = stream()
  const calls = openDashboard({ [path]: answer }, '/admin?sort=name:asc&q=range&f.place=park&page=1')
  await start()
  await screen.findByText(/^Exporting: 0 records/)
  send('id,name\r\n1,"a\r\nb"\r\n')
  await screen.findByText(/^Exporting: 1 of 3 records/)
  send('2,b\r\n')
  feed().close()
  await waitFor(() => expect(files).toHaveLength(1))
  expect(files[0]?.name).toBe('lessons.csv')
  expect(await files[0]?.blob.text()).toBe('id,name\r\n1,"a\r\nb"\r\n2,b\r\n')
  expect(calls.find((call) => call.path.startsWith(path))?.path).toBe(`${path}?sort=name%3Aasc&q=range&place=park`)
})

test.each([
  ['Export CSV', { sort: 'created_at:desc' }],
  ['Export Excel', { sort: 'created_at:desc', values: 'labels', format: 'xlsx' }],
])('on a phone %s has all columns, a workbook with labels', async (name, search) => {
  stubMedia((media) => media.startsWith('(max-width: 39'))
  const calls = openDashboard({ [path]: [502, '<html>'] })
  await userEvent.click(await screen.findByRole('button', { name: 'Import and export' }))
  await userEvent.click(await screen.findByRole('button', { name }))
  await screen.findByRole('alert')
  const asked = calls.filter((call) => call.path.startsWith(path)).map((call) => new URL(call.path, location.origin))
  expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([search])
})

test('an aborted transfer is a failure, never a truncated file', async () => {
  const files = downloads()
  const { answer, send, feed } = stream()
  openDashboard({ [path]: answer })
  await start()
  send('id\r\n1\r\n')
  feed().error(new TypeError('network error'))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to export data')
  expect(files).toEqual([])
})

test('a canceled export saves no file', async () => {
  const files = downloads()
  const { answer } = stream()
  openDashboard({ [path]: answer })
  await start()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel export' }))
  await waitFor(() => expect(screen.queryByText(/^Exporting/)).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(files).toEqual([])
})

test.each([
  [[429, { error: 'One export at a time.', code: 'too_many_requests' }], 'One export at a time.'],
  [[502, '<html>'], 'Export failed with status 502'],
  ['offline', 'Network error. Please try again.'],
])('a failure is told: %j', async (answer, text) => {
  openDashboard({ [path]: answer as [number, unknown] })
  await start()
  expect((await screen.findByRole('alert')).textContent).toContain(text)
})
