import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { UserContext } from '#features/sign-in/user'
import { paths } from '#lib/paths'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { admin, show } from '#testing/screen'
import { StudentBadges } from '#ui/badge'
import { takeBack, useHandOver } from './hand-over'
import { HandedOverPage } from './handed-over-page'
import { SignHost } from './module'
// Loaded before the tests, whose patience is not for the transform of a file.
import './hand-over-dialog'

const id = 'a'.repeat(24)
const at = '2026-11-01T17:00:00.000Z'
const calls = { texts: '/api/waiver-texts', student: `/api/tables/students/${id}`, sign: `/api/students/${id}/waiver` }
const handBack = { name: 'Hand back to staff' }
const openAgain = { name: 'Open the dashboard' }
const textOf = (version: number, more = {}) => ({
  ...{
    version,
    text: `Text ${version} of the school.`,
    months: 12,
    hash: 'ab'.repeat(32),
    createdAt: at,
    by: 'ivy@x.example',
  },
  ...{ isSample: false, ...more },
})
const signed = {
  ...{ id: 'b'.repeat(24), signer: 'Rosa Brook', relation: 'parent', at, textVersion: 1, textHash: 'ab'.repeat(32) },
  ...{ until: '2027-11-01', drawing: null, typed: 'Rosa Brook', by: { email: 'ivy@x.example' } },
}
const child = { name: 'Kim Brook', birth_date: '2020-05-01', guardian: 'Rosa Brook' }
const adult = { name: 'Ada Brook', birth_date: '1990-05-01', guardian: null }

beforeEach(() => {
  takeBack()
  sessionStorage.clear()
  // The document of these tests cannot paint.
  const nothing = new Proxy({}, { get: () => () => {}, set: () => true })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(nothing as never)
})

type Network = Parameters<typeof answers>[0]

/** As the app does it: what is handed over replaces the dashboard. */
function Device({ role }: { role: 'admin' | 'staff' }) {
  const badges = [{ label: 'Waiver missing', tone: 'red' as const, about: 'waiver' as const }]
  if (useHandOver()) return <HandedOverPage />
  return (
    <UserContext value={{ ...admin, role } as never}>
      <RightsContext value={{ role, rights: { students: 'edit' }, exports: [] }}>
        <StudentBadges student={{ id, label: 'Kim' }} badges={badges} />
        <SignHost />
      </RightsContext>
    </UserContext>
  )
}

const badge = () => screen.getByRole('button', { name: 'Waiver missing Sign the waiver of Kim' })

/** Shows the badge of a student to a person with the right to sign. */
function start(student: object, network: Network = {}, role: 'admin' | 'staff' = 'admin') {
  const record = { id, level: 'beginner', created_at: at, updated_at: at, ...student }
  const made = answers({
    [calls.texts]: [200, { data: [textOf(1)] }],
    [calls.student]: [200, record],
    [calls.sign]: [201, signed],
    ...network,
  })
  show(<Device role={role} />, '/admin/today')
  return made
}

async function handOver(pin = '2580') {
  await userEvent.click(badge())
  await userEvent.type(await screen.findByLabelText('PIN that opens it again, 4 to 6 digits'), pin)
  await userEvent.click(screen.getByRole('button', { name: 'Hand over' }))
}

async function open(student: object, network: Network = {}) {
  const made = start(student, network)
  await handOver()
  await screen.findByRole('group', { name: 'Who signs?' })
  return {
    sent: () => made.filter(({ path }) => path === calls.sign),
    sign: () => userEvent.click(screen.getByRole('button', { name: 'Sign' })),
    read: () => userEvent.click(screen.getByRole('checkbox')),
    async type(name: string) {
      await userEvent.click(screen.getByRole('button', { name: 'Type' }))
      await userEvent.type(screen.getByLabelText('Type your full name to sign'), name)
    },
  }
}

async function enter(pin: string) {
  await userEvent.type(screen.getByLabelText('PIN'), pin)
  await userEvent.click(screen.getByRole('button', openAgain))
}

test('the guardian of a child signs by typing; then there is the way back to staff alone, and the PIN opens it', async () => {
  const { sent, sign, type } = await open(child)
  expect(screen.getByText('Text 1 of the school.')).toBeTruthy()
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    'Parent',
    'Legal guardian',
  ])
  expect(screen.getByLabelText<HTMLInputElement>(/^Full name/).value).toBe('Rosa Brook')
  await type('Rosa Brook')
  await sign()
  expect(await screen.findByText('Thank you, Rosa Brook. Please hand the device back to the school.')).toBeTruthy()
  expect(sent().map(({ body }) => body)).toEqual([
    { signer: 'Rosa Brook', relation: 'parent', textVersion: 1, typed: 'Rosa Brook' },
  ])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([handBack.name])
  expect(screen.queryAllByRole('link')).toEqual([])
  // Where browser back, or an address, has led meanwhile.
  history.replaceState(null, '', '/admin?table=students')
  await userEvent.click(screen.getByRole('button', handBack))
  await enter('2580')
  await expect.poll(() => screen.queryByText('Waiver missing')).toBeTruthy()
  expect(location.pathname).toBe('/admin/today')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each(['the button', 'Escape'])(
  'the PIN entry is closed by %s while signing, which goes on with what was written',
  async (by) => {
    const { sent, sign, type } = await open(child)
    await type('Rosa Brook')
    await userEvent.click(screen.getByRole('button', handBack))
    await userEvent.type(screen.getByLabelText('PIN'), '25')
    if (by === 'Escape') await userEvent.keyboard('{Escape}')
    else await userEvent.click(screen.getByRole('button', { name: 'Back to the waiver' }))
    expect(screen.queryByLabelText('PIN')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', handBack))
    expect(screen.getByLabelText<HTMLInputElement>('Type your full name to sign').value).toBe('Rosa Brook')
    await sign()
    await screen.findByText(/^Thank you, Rosa Brook/)
    expect(sent()).toHaveLength(1)
  },
)

test('a PIN has 4 to 6 digits, is kept as a hash alone, and is chosen once for the next waivers', async () => {
  const cookie = vi.spyOn(document, 'cookie', 'set')
  start(adult)
  await handOver('25')
  expect(screen.getByText('Enter 4 to 6 digits')).toBeTruthy()
  expect(localStorage.length).toBe(0)
  await userEvent.type(screen.getByLabelText(/^PIN that opens/), 'x80')
  await userEvent.click(screen.getByRole('button', { name: 'Hand over' }))
  await userEvent.click(await screen.findByRole('button', handBack))
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('2580')
  expect(cookie).toHaveBeenLastCalledWith('handed_over=yes; path=/api; samesite=lax; max-age=86400')
  await enter('2580')
  await expect.poll(() => screen.queryByText('Waiver missing')).toBeTruthy()
  expect(localStorage.length).toBe(0)
  expect(cookie).toHaveBeenLastCalledWith('handed_over=; path=/api; samesite=lax; max-age=0')

  await userEvent.click(badge())
  expect(await screen.findByText(/Your PIN opens it again/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Hand over' }))
  await userEvent.click(await screen.findByRole('button', handBack))
  await enter('2580')
  await expect.poll(() => screen.queryByText('Waiver missing')).toBeTruthy()
})

test('after five wrong PINs only a sign-in helps, also after the page was loaded again', async () => {
  start(adult)
  await handOver()
  await userEvent.click(await screen.findByRole('button', handBack))
  for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
    await enter('1111')
    expect(await screen.findByText(`That is not the PIN. ${left} left.`)).toBeTruthy()
  }
  await enter('1111')
  expect(await screen.findByText('The PIN does not open this device any more: sign in to continue.')).toBeTruthy()
  expect(screen.queryByLabelText('PIN')).toBeNull()
  expect(await screen.findByLabelText('Email Address')).toBeTruthy()
  expect(Object.values(localStorage).join()).not.toContain('hash')
  cleanup()
  start(adult)
  await userEvent.click(await screen.findByRole('button', handBack))
  expect(screen.queryByLabelText('PIN')).toBeNull()
})

test('without a network the PIN opens it; a sign-in is not offered', async () => {
  start(adult)
  await handOver()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await userEvent.click(await screen.findByRole('button', handBack))
  expect(screen.queryByRole('button', { name: 'Sign in instead' })).toBeNull()
  await enter('2580')
  await expect.poll(() => screen.queryByText('Waiver missing')).toBeTruthy()
})

test('a lock that cannot be read stays one', async () => {
  localStorage.setItem('handed-over', '{"of":"another release"}')
  start(adult)
  expect(screen.queryByText('Waiver missing')).toBeNull()
  await userEvent.click(await screen.findByRole('button', handBack))
  expect(await screen.findByLabelText('Email Address')).toBeTruthy()
})

test('the guardians that a record refers to are offered, the first one is filled in', async () => {
  const [rosa, ben, gone] = ['1', '2', '3'].map((one) => one.repeat(24)) as [string, string, string]
  const references = {
    guardians: {
      [rosa]: { label: 'Rosa Brook' },
      [ben]: { label: 'Ben Brook' },
      [gone]: { label: 'X', deleted: true },
    },
  }
  await open({ ...child, guardian: 'Former text', guardians: [gone, rosa, ben], references })
  expect(screen.getByLabelText<HTMLInputElement>(/^Full name/).value).toBe('Rosa Brook')
  const offered = [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))
  expect(offered).toEqual(['Rosa Brook', 'Ben Brook'])
})

test('nothing is signed until everything is there, and the first gap gets the focus', async () => {
  const { sent, sign } = await open(adult)
  await sign()
  expect(screen.getByText('Draw the signature')).toBeTruthy()
  expect(screen.getByText(/^By signing, I confirm that I have read the waiver/)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Draw' }))
  await userEvent.click(screen.getByRole('button', { name: 'Type' }))
  await sign()
  expect(document.activeElement).toBe(screen.getByLabelText('Type your full name to sign'))
  expect(sent()).toEqual([])
})

test('without a connection the signature stays, and another attempt is the same signature', async () => {
  const { sent, sign, type } = await open(adult, { [calls.sign]: ['offline', [201, signed]] })
  await type('Ada Brook')
  await sign()
  expect(
    await screen.findByText(/^There is no connection, and signing needs one\. The signature is still here/),
  ).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Type your full name to sign').value).toBe('Ada Brook')
  await sign()
  await screen.findByText(/^Thank you/)
  expect(new Set(sent().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('a text that has changed meanwhile is read before it is signed', async () => {
  const changed = [409, { error: 'The text of the waiver has changed.', code: 'conflict' }] as [number, unknown]
  const { sent, sign, read, type } = await open(adult, {
    [calls.texts]: [
      [200, { data: [textOf(1)] }],
      [200, { data: [textOf(1)] }],
      [200, { data: [textOf(2), textOf(1)] }],
    ],
    [calls.sign]: [changed, [201, signed]],
  })
  await type('Ada Brook')
  await sign()
  await screen.findByText('Text 2 of the school.')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  const attempts = sent().length
  await sign()
  expect(screen.getByText('Read the new text, then tick this box')).toBeTruthy()
  expect(sent().length).toBe(attempts)
  await read()
  await sign()
  await screen.findByText(/^Thank you/)
  expect(sent().at(-1)!.body).toMatchObject({ textVersion: 2, typed: 'Ada Brook' })
})

test.each([
  ['an admin', 'admin', /^Publish your school's waiver first/, [paths.waiver]],
  ['staff', 'staff', /^An admin must publish the school's waiver first/, []],
] as const)('while nothing is published %s sees what to do, and nothing to sign', async (_, role, text, links) => {
  start(adult, { [calls.texts]: [200, { data: [textOf(1, { isSample: true })] }] }, role)
  await userEvent.click(badge())
  expect(await screen.findByText(text)).toBeTruthy()
  const dialog = within(screen.getByRole('dialog', { name: 'Waiver for Kim' }))
  expect(document.activeElement).toBe(dialog.getByRole('status'))
  expect(dialog.queryByRole('button', { name: 'Hand over' })).toBeNull()
  expect(dialog.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(links)
  for (const link of dialog.queryAllByRole('link')) {
    await userEvent.click(link)
    expect(location.pathname).toBe(paths.waiver)
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})

test('a text that is no longer there to sign leads to the same notice', async () => {
  const refused = [409, { error: 'An admin must publish the waiver of the school first.', code: 'conflict' }]
  const { sign, type } = await open(adult, {
    [calls.texts]: [
      [200, { data: [textOf(1)] }],
      [200, { data: [textOf(1)] }],
      [200, { data: [textOf(1, { isSample: true })] }],
    ],
    [calls.sign]: refused as [number, unknown],
  })
  await type('Ada Brook')
  await sign()
  expect(await screen.findByText('There is no waiver to sign yet')).toBeTruthy()
})

test('what was typed stays while staff look for the way back', async () => {
  const { type } = await open(adult)
  await type('Ada')
  await userEvent.click(screen.getByRole('button', handBack))
  expect(document.activeElement).toBe(screen.getByLabelText('PIN'))
  expect(screen.getByLabelText<HTMLInputElement>('Type your full name to sign').value).toBe('Ada')
})
