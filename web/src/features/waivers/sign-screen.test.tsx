// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#lib/paths'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { StudentBadges } from '#ui/student-badges'
import { SignHost } from './module'
// Loaded before the tests, whose patience is not for the transform of a file.
import './sign-screen'

const id = 'a'.repeat(24)
const at = '2026-11-01T17:00:00.000Z'
const calls = { texts: '/api/waiver-texts', student: `/api/tables/students/${id}`, sign: `/api/students/${id}/waiver` }
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
  // The document of these tests cannot paint.
  const nothing = new Proxy({}, { get: () => () => {}, set: () => true })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(nothing as never)
})

type Network = Parameters<typeof answers>[0]

/** Shows the badge of a student to a person with the right to sign. */
function start(student: object, network: Network = {}, role: 'admin' | 'staff' = 'admin') {
  const record = { id, level: 'beginner', created_at: at, updated_at: at, ...student }
  const made = answers({
    [calls.texts]: [200, { data: [textOf(1)] }],
    [calls.student]: [200, record],
    [calls.sign]: [201, signed],
    ...network,
  })
  const badges = [{ label: 'Waiver missing', tone: 'red' as const, about: 'waiver' as const }]
  show(
    <RightsContext value={{ role, rights: { students: 'edit' }, exports: [] }}>
      <StudentBadges student={{ id, label: 'Kim' }} badges={badges} />
      <SignHost />
    </RightsContext>,
  )
  return { made, button: () => screen.getByRole('button', { name: 'Waiver missing Sign the waiver of Kim' }) }
}

async function open(student: object, network: Network = {}) {
  const { made, button } = start(student, network)
  await userEvent.click(button())
  await screen.findByRole('group', { name: 'Who signs?' })
  const dialog = within(screen.getByRole('dialog', { name: 'Waiver for Kim' }))
  return {
    dialog,
    sent: () => made.filter(({ path }) => path === calls.sign),
    sign: () => userEvent.click(dialog.getByRole('button', { name: 'Sign' })),
    read: () => userEvent.click(dialog.getByRole('checkbox')),
    async type(name: string) {
      await userEvent.click(dialog.getByRole('button', { name: 'Type' }))
      await userEvent.type(dialog.getByLabelText('Type your full name to sign'), name)
    },
  }
}

test('the guardian of a child signs by typing, and hands the device back', async () => {
  const { dialog, sent, sign, read, type } = await open(child)
  expect(dialog.getByText('Text 1 of the school.')).toBeTruthy()
  expect(dialog.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    'Parent',
    'Legal guardian',
  ])
  expect(dialog.getByLabelText<HTMLInputElement>(/^Full name/).value).toBe('Rosa Brook')
  await type('Rosa Brook')
  await read()
  await sign()
  expect(await dialog.findByText('Thank you, Rosa Brook. Please hand the device back to the school.')).toBeTruthy()
  expect(sent().map(({ body }) => body)).toEqual([
    { signer: 'Rosa Brook', relation: 'parent', textVersion: 1, typed: 'Rosa Brook' },
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).toBeNull()
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
  const { dialog } = await open({ ...child, guardian: 'Former text', guardians: [gone, rosa, ben], references })
  expect(dialog.getByLabelText<HTMLInputElement>(/^Full name/).value).toBe('Rosa Brook')
  const offered = [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))
  expect(offered).toEqual(['Rosa Brook', 'Ben Brook'])
})

test('nothing is signed until everything is there, and the first gap gets the focus', async () => {
  const { dialog, sent, sign, read } = await open(adult)
  await sign()
  expect(dialog.getByText('Draw the signature')).toBeTruthy()
  expect(dialog.getByText('Read the waiver, then tick this box')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Draw' }))
  await read()
  await userEvent.click(dialog.getByRole('button', { name: 'Type' }))
  await sign()
  expect(document.activeElement).toBe(dialog.getByLabelText('Type your full name to sign'))
  expect(sent()).toEqual([])
})

test('without a connection the signature stays, and another attempt is the same signature', async () => {
  const { dialog, sent, sign, read, type } = await open(adult, { [calls.sign]: ['offline', [201, signed]] })
  await type('Ada Brook')
  await read()
  await sign()
  expect(
    await dialog.findByText(/^There is no connection, and signing needs one\. The signature is still here/),
  ).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Type your full name to sign').value).toBe('Ada Brook')
  await sign()
  await dialog.findByText(/^Thank you/)
  expect(new Set(sent().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('a text that has changed meanwhile is read before it is signed', async () => {
  const changed = [409, { error: 'The text of the waiver has changed.', code: 'conflict' }] as [number, unknown]
  const { dialog, sent, sign, read, type } = await open(adult, {
    [calls.texts]: [
      [200, { data: [textOf(1)] }],
      [200, { data: [textOf(2), textOf(1)] }],
    ],
    [calls.sign]: [changed, [201, signed]],
  })
  await type('Ada Brook')
  await read()
  await sign()
  await dialog.findByText('Text 2 of the school.')
  expect(dialog.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  await read()
  await sign()
  await dialog.findByText(/^Thank you/)
  expect(sent().at(-1)!.body).toMatchObject({ textVersion: 2, typed: 'Ada Brook' })
})

test.each([
  ['an admin', 'admin', /^Publish your school's waiver first/, [paths.waiver]],
  ['staff', 'staff', /^An admin must publish the school's waiver first/, []],
] as const)('while nothing is published %s sees what to do, and nothing to sign', async (_, role, text, links) => {
  const opened = start(adult, { [calls.texts]: [200, { data: [textOf(1, { isSample: true })] }] }, role)
  await userEvent.click(opened.button())
  expect(await screen.findByText(text)).toBeTruthy()
  const dialog = within(screen.getByRole('dialog', { name: 'Waiver for Kim' }))
  expect(document.activeElement).toBe(dialog.getByRole('status'))
  expect(dialog.queryByText('Text 1 of the school.')).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Sign' })).toBeNull()
  expect(dialog.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(links)
  for (const link of dialog.queryAllByRole('link')) {
    await userEvent.click(link)
    expect(location.pathname).toBe(paths.waiver)
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})

test('a text that is no longer there to sign leads to the same notice', async () => {
  const refused = [409, { error: 'An admin must publish the waiver of the school first.', code: 'conflict' }]
  const { sign, read, type } = await open(adult, {
    [calls.texts]: [
      [200, { data: [textOf(1)] }],
      [200, { data: [textOf(1, { isSample: true })] }],
    ],
    [calls.sign]: refused as [number, unknown],
  })
  await type('Ada Brook')
  await read()
  await sign()
  expect(await screen.findByText('There is no waiver to sign yet')).toBeTruthy()
})

test('what was typed is not lost by closing', async () => {
  const { dialog, type } = await open(adult)
  await type('Ada')
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  const question = within(screen.getByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Type your full name to sign').value).toBe('Ada')
})
