import { exportConversation } from '@app/contracts/conversations'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { watchSession } from '#lib/session-watch'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { DownloadButton } from './download-button'
import { Toasts } from './toast'

const id = 'a'.repeat(24)
const path = `/api/forms/submissions/${id}/export`
const tooOld = [403, { error: 'Please confirm.', code: 'recent_sign_in_required' }] as [number, unknown]

function setup(given: Parameters<typeof answers>[0]) {
  const calls = answers(given)
  const saved: Blob[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) && 'blob:x' }))
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  show(
    <>
      <DownloadButton call={exportConversation} input={{ params: { id } }} name="conversation.txt">
        Export
      </DownloadButton>
      <Toasts />
    </>,
  )
  return { calls, saved, names }
}
const start = () => userEvent.click(screen.getByRole('button', { name: 'Export' }))

test('a download that needs a recent sign-in asks for one, and goes on', async () => {
  const signedOut = vi.fn(async () => true)
  const stop = watchSession({ signedOut, forbidden: () => {} })
  const { calls, saved, names } = setup({ [path]: [tooOld, [200, 'Ada: Hello']] })
  await start()
  await waitFor(() => expect(names).toEqual(['conversation.txt']))
  expect(signedOut.mock.calls).toEqual([['confirm', 'This download']])
  expect(calls).toHaveLength(2)
  expect(await saved[0]?.text()).toBe('Ada: Hello')
  stop()
})

test('a download that is refused saves nothing, and says why', async () => {
  const { saved } = setup({ [path]: [404, { error: 'There is no such inquiry.', code: 'not_found' }] })
  await start()
  expect(await screen.findByText('There is no such inquiry.')).toBeTruthy()
  expect(saved).toEqual([])
})
