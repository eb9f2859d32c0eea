import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import '#testing/screen'
import { type Chunk, ChunkPage, chunk } from './chunk'

const Page = () => <p>the page</p>
const Other = () => <p>the other page</p>
const show = (of: Chunk) =>
  render(
    <Suspense fallback="loading">
      <ChunkPage of={of} />
    </Suspense>,
  )

test('a page that was loaded ahead is rendered at once, without the fallback', async () => {
  const ahead = chunk(async () => Page)
  await ahead.prepare()
  show(ahead)
  expect(document.body.textContent).toBe('the page')
})

test('a page that was not loaded suspends until it is', async () => {
  show(chunk(async () => Page))
  expect(document.body.textContent).toBe('loading')
  await screen.findByText('the page')
})

test('a page whose file is gone is requested again when it is rendered', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  const importFile = vi.fn(async () => Page).mockRejectedValueOnce(new Error('gone'))
  const late = chunk(importFile)
  await expect(late.prepare()).rejects.toThrow('gone')
  show(late)
  await screen.findByText('the page')
  expect(importFile).toHaveBeenCalledTimes(2)
})

test('another page in the same place replaces the first', async () => {
  const other = chunk(async () => Other)
  const first = chunk(async () => Page)
  await Promise.all([first.prepare(), other.prepare()])
  const { rerender } = show(first)
  rerender(
    <Suspense fallback="loading">
      <ChunkPage of={other} />
    </Suspense>,
  )
  expect(document.body.textContent).toBe('the other page')
})
