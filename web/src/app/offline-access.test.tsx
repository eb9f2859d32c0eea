import 'fake-indexeddb/auto'
import { schoolDay } from '@app/school-time/school-day'
import { cleanup, screen } from '@testing-library/react'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { countUnsent, forgetUser, keep, openDevice, readKept } from '#lib/device-store'
import { answers } from '#testing/answers'
import { admin, adminStatus, show } from '#testing/screen'
import { Guard } from './guard'

const [me, status] = ['/api/users/me', '/api/admin/status']
const online = { [me]: [200, admin], [status]: [200, adminStatus(true)] } as Parameters<typeof answers>[0]
const kept = () => readKept('day/x', v.string())

async function visit(network: Parameters<typeof answers>[0]) {
  cleanup()
  answers(network)
  show(<Guard>the dashboard</Guard>, '/admin/today')
}

beforeEach(async () => {
  openDevice(admin.id)
  await forgetUser()
  await visit(online)
  await screen.findByText('the dashboard')
  // What the guard keeps follows the answer.
  await expect.poll(() => readKept('/access', v.looseObject({}))).toBeTruthy()
  await keep('day/x', 'lessons', schoolDay())
  await keep('unsent/x', 'mark')
})

test('a device that knew the user today opens without a connection, and asks again', async () => {
  await visit({ [me]: ['offline', 'offline', [401, { error: 'Please sign in.', code: 'not_signed_in' }]] })
  await screen.findByText('the dashboard')
  dispatchEvent(new Event('online'))
  await expect.poll(() => location.pathname).toBe('/login')
})

test('when the session has ended the days are deleted, and what waits stays for its user', async () => {
  await visit({ [me]: [401, { error: 'Please sign in.', code: 'not_signed_in' }] })
  await expect.poll(kept).toBeUndefined()
  expect(await countUnsent()).toBe(1)
})

test('when the right has ended nothing stays', async () => {
  await visit({ [me]: [200, admin], [status]: [200, adminStatus(false)] })
  await screen.findByText('Access Denied')
  await expect.poll(kept).toBeUndefined()
  expect(await countUnsent()).toBe(0)
})

test('a device that knew nobody does not open', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await forgetUser()
  await visit({ [me]: 'offline' })
  await screen.findByText('Permissions could not be checked')
})
