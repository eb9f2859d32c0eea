import type { RightsHolder } from '@app/contracts/policy'
import seededCards from '@app/contracts/service-cards.json'
import { completed, type StoredContent, type WebsiteContent } from '@app/contracts/website/content'
import shippedFile from '@app/contracts/website/shipped.json'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { stubMedia } from '#testing/media'
import { show } from '#testing/screen'
import { WebsitePage } from './website-page'

// As on a phone, where the preview is a tab of its own.
beforeEach(() => void stubMedia(() => false))

const shipped: WebsiteContent = completed(shippedFile as StoredContent)
const cards = seededCards.map(({ icon, title, description, cta }) => ({ icon, title, description, cta }))
const draft = (tag: string, content = shipped, changedBy: string | null = null) => ({
  ...{ tag, content, live: shipped, liveVersion: 0, cards, prices: { party: 350 }, changedBy },
  changedAt: changedBy && '2026-05-01T10:00:00.000Z',
})
const named = (name: string): WebsiteContent => ({ ...shipped, facts: { ...shipped.facts, name } })
const saved = (tag: string) => ({ tag, changedAt: '2026-05-01T10:00:00.000Z', changedBy: 'coach@example.com' })
const version = {
  ...{ id: 1, publishedAt: '2026-05-01T10:00:00.000Z', publishedBy: 'coach@example.com', restored: null },
  ...{ changes: [{ path: 'facts.phone', before: '1', after: '(916) 555-0100' }], isLive: true },
}

const open = async (answered: Parameters<typeof answers>[0], rights?: 'view') => {
  const calls = answers(answered)
  const page = <WebsitePage />
  const staff: RightsHolder = { role: 'staff', rights: { website: 'view' }, exports: [] }
  show(rights ? <RightsContext value={staff}>{page}</RightsContext> : page, '/admin/website')
  await screen.findByLabelText('Phone number')
  return calls
}
const field = (label: string) => screen.getByLabelText(label)
const type = async (label: string, text: string) => {
  await userEvent.clear(field(label))
  await userEvent.type(field(label), text)
}

test('a changed phone number is saved, listed with its uses, and published', async () => {
  const calls = await open({
    '/api/site/draft': [
      [200, draft('0.0')],
      [200, saved('0.1')],
      [200, saved('0.2')],
    ],
    '/api/site/publish': [200, version],
  })
  await type('Phone number', '(916) 555-0100')
  await userEvent.click(screen.getByRole('button', { name: 'Publish...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish 1 change' }))
  expect(dialog.getByText('(916) 555-0142')).toBeTruthy()
  expect(dialog.getByText(/Also changes 1 text: Contact: Without JavaScript/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Publish now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [publish] = calls.filter(({ method }) => method === 'POST')
  expect(publish!.headers.get('if-match')).toMatch(/^"0\.[12]"$/)
  const said = screen.getByRole('status')
  expect(said.textContent).toBe('No changes\u00a0· Published')
  // Where the click was, in the bar of the button, until something is edited again.
  const bar = within(said.parentElement!.parentElement!)
  expect(bar.getByRole('button', { name: 'Undo' })).toBeTruthy()
  fireEvent.change(field('Tagline'), { target: { value: 'Under the oaks' } })
  expect(bar.queryByRole('button', { name: 'Undo' })).toBeNull()
})

const card = { id: 'c'.repeat(24), title: 'Parties at {price}', price: 350 }

test('a price is edited with the rest, and listed in words', async () => {
  const calls = await open({
    '/api/site/draft': [
      [200, { ...draft('0.0'), pricedCards: [card] }],
      [200, saved('0.1')],
      [200, saved('0.2')],
    ],
    '/api/site/publish': [200, version],
  })
  const price = screen.getByLabelText<HTMLInputElement>('Parties at ...')
  expect(price.value).toBe('350')
  fireEvent.change(price, { target: { value: '-1' } })
  expect(screen.getByText('Price cannot be less than 0')).toBeTruthy()
  fireEvent.change(price, { target: { value: '375' } })
  await userEvent.click(screen.getByRole('button', { name: 'Publish...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish 1 change' }))
  expect(dialog.getByText('Parties at $350')).toBeTruthy()
  expect(dialog.getByText('Parties at $375')).toBeTruthy()
  const [put] = calls.filter(({ method }) => method === 'PUT')
  expect(put!.body).toMatchObject({ prices: [{ card: card.id, from: 350, to: 375 }] })
  await userEvent.click(dialog.getByRole('button', { name: 'Publish now' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('No changes'))
})

test('a price that the table changes meanwhile shows in the draft, and what else is edited stays', async () => {
  const calls = await open({
    '/api/site/draft': [
      [200, { ...draft('0.0'), pricedCards: [card] }],
      [200, saved('0.1')],
      [200, { ...draft('0.0'), pricedCards: [{ ...card, price: 400 }] }],
      [200, saved('0.2')],
    ],
  })
  const price = screen.getByLabelText<HTMLInputElement>('Parties at ...')
  fireEvent.change(price, { target: { value: '375' } })
  fireEvent.change(field('Tagline'), { target: { value: 'Under the oaks' } })
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(price.value).toBe('400'))
  expect((field('Tagline') as HTMLInputElement).value).toBe('Under the oaks')
})

test('who may not edit the cards sees their prices', async () => {
  await open({ '/api/site/draft': [200, { ...draft('0.0'), pricedCards: [card] }] }, 'view')
  const price = screen.getByLabelText('Parties at ...')
  expect(price.closest('fieldset[disabled]')).toBeTruthy()
  expect(screen.getByText(/Only people who may edit the service cards can change prices/)).toBeTruthy()
})

test('a season is added, told what is wrong with it, published in words, and removed', async () => {
  const many = Array.from({ length: 30 }, (_, at): [number, unknown] => [200, saved(`0.${at + 1}`)])
  const calls = await open({ '/api/site/draft': [[200, draft('0.0')], ...many] })
  await userEvent.click(screen.getByRole('button', { name: 'Add a season' }))
  const season = within(screen.getByRole('group', { name: 'Season 1' }))
  await waitFor(() => expect(document.activeElement).toBe(season.getByLabelText('Name (optional)')))
  // It starts with the usual hours.
  expect(season.getByRole<HTMLInputElement>('checkbox', { name: 'Sunday' }).checked).toBe(true)
  expect(season.getByLabelText<HTMLInputElement>('Opens').value).toBe('09:00')
  const set = (label: string, value: string) => fireEvent.change(season.getByLabelText(label), { target: { value } })
  const errorAt = (label: string) => {
    const input = season.getByLabelText(label)
    return document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
  }
  // Nothing is wrong before something is typed, or the field is left.
  expect(errorAt('First day')).toBeUndefined()
  expect(screen.getAllByRole('status')[0]!.textContent).toContain('Saved once it is filled in')
  fireEvent.blur(season.getByLabelText('First day'))
  expect(errorAt('First day')).toBe('Date must be a valid date')
  set('First day', '2099-06-01')
  set('Last day', '2099-05-31')
  expect(errorAt('First day')).toBeUndefined()
  expect(errorAt('Last day')).toBe('Last day must not be before the first day')
  set('Last day', '2099-08-31')
  set('Closes', '08:00')
  expect(errorAt('Closes')).toBe('Closing time must be after opening time')
  set('Closes', '12:00')
  await userEvent.click(season.getByRole('checkbox', { name: 'Saturday' }))
  await userEvent.click(season.getByRole('checkbox', { name: 'Sunday' }))
  expect(season.getByText('Days is required')).toBeTruthy()
  await userEvent.click(season.getByRole('checkbox', { name: 'Friday' }))
  set('Name (optional)', 'summer')

  await userEvent.click(screen.getByRole('button', { name: 'Add a season' }))
  const second = within(screen.getByRole('group', { name: 'Season 2' }))
  for (const label of ['First day', 'Last day'])
    fireEvent.change(second.getByLabelText(label), { target: { value: '2099-08-31' } })
  const message = 'Seasons must not overlap: another one is from 2099-06-01 to 2099-08-31'
  const first = second.getByLabelText('First day')
  expect(document.getElementById(first.getAttribute('aria-describedby')!)?.textContent).toBe(message)
  await userEvent.click(second.getByRole('button', { name: 'Remove Season 2' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a season' })))

  await userEvent.click(screen.getByRole('button', { name: 'Publish...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish 1 change' }))
  expect(dialog.getByText('Jun 1, 2099 to Aug 31, 2099: Friday, 9:00 AM to 12:00 PM (summer)')).toBeTruthy()
  expect(dialog.getByText(/Also changes 2 texts: Final call: Text; Footer: Hours and towns/)).toBeTruthy()
  expect((calls.at(-1)!.body as WebsiteContent).facts.hours.seasons).toEqual([
    { from: '2099-06-01', through: '2099-08-31', days: ['Friday'], opens: '09:00', closes: '12:00', note: 'summer' },
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove summer' }))
  expect(screen.queryByRole('group', { name: 'summer' })).toBeNull()
})

test('a value that does not fit is said at its field, and is neither saved nor published', async () => {
  const calls = await open({ '/api/site/draft': [200, draft('0.0')] })
  await type('Phone number', 'call us')
  expect(await screen.findByText('Phone number is not valid')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish...' }).disabled).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('a draft that another person changed is not replaced before this person chooses', async () => {
  const theirs = draft('0.5', named('Oak Hill'), 'eve@example.com')
  const calls = await open({
    '/api/site/draft': [
      [200, draft('0.0')],
      [409, { ...theirs, error: 'The draft was changed meanwhile.', code: 'conflict' }],
      [200, saved('0.6')],
    ],
  })
  await type('Name', 'X')
  expect(await screen.findByText(/eve@example.com changed the draft/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Replace it with mine' }))
  await waitFor(() => expect(calls.at(-1)!.headers.get('if-match')).toBe('"0.5"'))
  expect((calls.at(-1)!.body as WebsiteContent).facts.name).toBe('X')
})

test('sections are moved and hidden, and a question is added', async () => {
  const calls = await open({ '/api/site/draft': [[200, draft('0.0')], ...Array(9).fill([200, saved('0.1')])] })
  await userEvent.click(screen.getByRole('tab', { name: 'Texts' }))
  for (const part of ['Questions and answers', 'Order of the sections'])
    await userEvent.click(screen.getByText(part, { selector: 'summary' }))
  await userEvent.click(screen.getByRole('button', { name: 'Move Questions and answers up' }))
  expect(screen.getByText('Questions and answers: now 5 of 7')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Services' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add a question' }))
  expect(screen.getAllByText('Not shown while empty')).toHaveLength(2)
  await userEvent.type(field('Question'), 'Must I bring a bow?')
  await userEvent.type(field('Answer'), 'No.')
  await userEvent.click(screen.getByRole('button', { name: 'Publish...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish 2 changes' }))
  expect(
    dialog.getByText(/^Services \(hidden\); About; Instructors; Gallery; Questions and answers; Testimonials/),
  ).toBeTruthy()
  const { sections, faq } = calls.at(-1)!.body as WebsiteContent
  const names = ['services', 'about', 'instructors', 'gallery', 'faq', 'testimonials', 'call']
  expect(sections.map(({ name }) => name)).toEqual(names)
  expect(faq.items).toEqual([{ question: 'Must I bring a bow?', answer: 'No.' }])
})

test('a text that contradicts the facts is reported before it is published', async () => {
  await open({
    '/api/site/draft': [
      [200, draft('0.0')],
      [200, saved('0.1')],
    ],
  })
  await type('Minimum age', '9')
  await userEvent.click(screen.getByRole('button', { name: 'Publish...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish 1 change' }))
  expect(dialog.getByText(/Charter School Activities says “aged 8”, the facts say “ages 9 and up”/)).toBeTruthy()
})

const mailTexts = [
  {
    ...{ kind: 'replyTemplate', id: 'a'.repeat(24), title: 'Directions' },
    text: 'How to find us\nCall (916) 555-0142 when you are at the gate.',
  },
  { kind: 'replyTemplate', id: 'b'.repeat(24), title: 'Phone', text: 'Hello {name}\nCall {phone}.' },
  { kind: 'automaticReply', text: 'Thank you, {name}\nWe call you from {phone}, every Friday.' },
  { kind: 'lessonReminder', text: 'Reminder\nOur number is (916) 555-0142.' },
]
const publishing = async (draftAnswers: [number, unknown][]) => {
  await open({ '/api/site/draft': draftAnswers })
  fireEvent.change(field('Phone number'), { target: { value: '(916) 555-0100' } })
  await userEvent.click(screen.getByRole('button', { name: 'Publish...' }))
  return within(await screen.findByRole('dialog', { name: 'Publish 1 change' }))
}

test('mails that state another fact are named before it is published, and so are those that follow', async () => {
  const dialog = await publishing([
    [200, { ...draft('0.0'), mailTexts }],
    [200, saved('0.1')],
  ])
  const items = within(dialog.getByText('These texts disagree with your facts').closest('div')!).getAllByRole(
    'listitem',
  )
  expect(items.map(({ textContent }) => textContent!.replace(' (opens in a new tab)', ''))).toEqual([
    'Reply template “Directions” says “(916) 555-0142”, the facts say “(916) 555-0100”.',
    'Automatic reply says “Friday”, the facts say “Saturday, Sunday”.',
    'Lesson reminder says “(916) 555-0142”, the facts say “(916) 555-0100”.',
  ])
  const links = dialog.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    `/admin?table=reply_templates&record=${'a'.repeat(24)}`,
    '/admin/inquiry-settings',
    '/admin/email',
  ])
  expect(
    dialog.getByText('Also changes 3 texts: Contact: Without JavaScript; Reply template “Phone”; Automatic reply'),
  ).toBeTruthy()
  expect(dialog.queryByText(/could not be loaded/)).toBeNull()
})

test('a mail that was put right in another tab is no longer named', async () => {
  const dialog = await publishing([
    [200, { ...draft('0.0'), mailTexts }],
    [200, saved('0.1')],
    [200, { ...draft('0.1'), mailTexts: mailTexts.slice(1) }],
  ])
  expect(dialog.getByText(/^Reply template “Directions”/)).toBeTruthy()
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(dialog.queryByText(/^Reply template “Directions”/)).toBeNull())
  expect(dialog.getByText(/^Lesson reminder/)).toBeTruthy()
})

test('mails that could not be loaded are said, and the website can be published', async () => {
  const dialog = await publishing([
    [200, draft('0.0')],
    [200, saved('0.1')],
  ])
  expect(dialog.getByText(/texts of emails could not be loaded/)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish now' }).disabled).toBe(false)
})

test('after a conflict the mails are still compared', async () => {
  const theirs = draft('0.5', named('Oak Hill'), 'eve@example.com')
  await open({
    '/api/site/draft': [
      [200, { ...draft('0.0'), mailTexts }],
      [409, { ...theirs, error: 'The draft was changed meanwhile.', code: 'conflict' }],
      [200, saved('0.6')],
    ],
  })
  await type('Name', 'X')
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with theirs' }))
  await userEvent.click(screen.getByRole('button', { name: 'Publish...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish 1 change' }))
  expect(dialog.getByText(/“Friday”/)).toBeTruthy()
})

test('a draft is published later, and that is canceled', async () => {
  const changes = [{ path: 'facts.name', before: shipped.facts.name, after: 'X' }]
  const scheduled = { at: '2099-11-28T14:00:00.000Z', by: 'coach@example.com', changes }
  const calls = await open({
    '/api/site/draft': [[200, draft('0.1', named('X'), 'coach@example.com')]],
    '/api/site/publish': [
      [422, { error: 'Check.', code: 'invalid_input', fields: { at: 'Time must be in the next 28 days' } }],
      [202, scheduled],
      [200, { canceled: true }],
    ],
  })
  await userEvent.click(screen.getByRole('button', { name: 'Publish...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish 1 change' }))
  fireEvent.change(dialog.getByLabelText(/^Day and time/), { target: { value: '2099-11-28T06:00' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
  expect(await dialog.findByText('Time must be in the next 28 days')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
  expect(await screen.findByText(/Nov 28, 2099.*6:00.*scheduled by coach@example.com/)).toBeTruthy()
  expect(calls.at(-1)).toMatchObject({ method: 'POST', body: { at: '2099-11-28T14:00:00.000Z' } })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the publication' }))
  await waitFor(() => expect(screen.queryByText(/scheduled by/)).toBeNull())
  expect(calls.at(-1)!.method).toBe('DELETE')
})

test('a former version is made live again', async () => {
  const shippedVersion = { ...version, id: 0, publishedAt: null, publishedBy: null, changes: [], isLive: false }
  const calls = await open({
    '/api/site/draft': [200, draft('0.0')],
    '/api/site/versions': [200, { data: [version, shippedVersion], page: 1, limit: 20, total: 2, totalPages: 1 }],
    '/api/site/versions/0/restore': [200, { ...version, id: 2, restored: 0 }],
  })
  await userEvent.click(screen.getByRole('tab', { name: 'History' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Restore this version' }))
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/site/versions/0/restore'))
})

test('who may only look changes nothing', async () => {
  await open({ '/api/site/draft': [200, draft('0.0')] }, 'view')
  expect(field('Phone number').matches(':disabled') || field('Phone number').closest('fieldset[disabled]')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Publish...' })).toBeNull()
})

test('a photo is uploaded, framed and described before it can be published', async () => {
  const picture = { id: 'a'.repeat(32), width: 1_600, height: 1_200 }
  const calls = await open({
    '/api/site/draft': [
      [200, draft('0.0')],
      ...Array.from({ length: 30 }, (_, at) => [200, saved(`0.${at + 1}`)] as const),
    ],
    '/api/site/pictures': [201, picture],
    '/api/site/publish': [200, version],
  } as never)
  await userEvent.click(screen.getByRole('tab', { name: 'Look' }))
  const hero = within(screen.getByRole('region', { name: 'Photo at the top' }))
  const file = new File(['x'], 'range.jpg', { type: 'image/jpeg' })
  await userEvent.upload(hero.getByLabelText('Choose a photo: Photo at the top'), file)
  const shape = await hero.findByLabelText('Shape')
  expect(hero.queryByText('Describe the photo, or mark it as decoration')).toBeNull()
  fireEvent.blur(hero.getByLabelText(/Description/))
  expect(hero.getByText('Describe the photo, or mark it as decoration')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Publish...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish 1 change' }))
  expect(dialog.getByText('Describe these photos, or mark them as decoration')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish now' }).disabled).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }))

  fireEvent.change(shape, { target: { value: 'wide' } })
  fireEvent.change(hero.getByLabelText('Left to right: Photo at the top'), { target: { value: '0.3' } })
  fireEvent.change(hero.getByLabelText(/Description/), { target: { value: 'Children at the range' } })
  await userEvent.click(screen.getByRole('button', { name: 'Publish...' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }))
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/site/publish')).toBe(true))
  const puts = calls.filter(({ method }) => method === 'PUT')
  expect((puts.at(-1)!.body as WebsiteContent).pictures.hero).toEqual({
    ...{ ...picture, alt: 'Children at the range', decorative: false, crop: 'wide', focus: { x: 0.3, y: 0.5 } },
  })
})

const photo = {
  ...{ id: 'b'.repeat(32), width: 1_600, height: 1_200, alt: 'Ada shoots', decorative: false },
  ...{ crop: 'none' as const, focus: { x: 0.5, y: 0.5 } },
}

test('a photo is removed for good after a question, and no later save brings it back', async () => {
  const live = { ...shipped, pictures: { ...shipped.pictures, hero: photo } }
  const calls = await open({
    '/api/site/draft': [
      [200, { ...draft('1.0', live), live, liveVersion: 1 }],
      [200, { ...draft('1.0'), liveVersion: 1 }],
      [200, saved('1.1')],
    ],
    [`/api/site/pictures/${photo.id}`]: [200, { success: true }],
  })
  await userEvent.click(screen.getByRole('tab', { name: 'Look' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove for good: Photo at the top' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove this picture for good?' }))
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(question.getByRole('button', { name: 'Remove for good' }))
  const hero = within(screen.getByRole('region', { name: 'Photo at the top' }))
  expect(await hero.findByLabelText('Choose a photo: Photo at the top')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `/api/site/pictures/${photo.id}`,
  ])
  await userEvent.click(screen.getByRole('tab', { name: 'Facts' }))
  await type('Phone number', '(916) 555-0100')
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
  expect(JSON.stringify(calls.filter(({ method }) => method === 'PUT'))).not.toContain(photo.id)
})

test('a photo of a former version is removed for good in the history', async () => {
  const changes = [{ path: 'pictures.hero', before: null, after: photo }]
  const versions = (changed: unknown) => ({
    data: [{ ...version, isLive: false, changes: changed }],
    ...{ page: 1, limit: 20, total: 1, totalPages: 1 },
  })
  const calls = await open({
    '/api/site/draft': [200, draft('2.0')],
    '/api/site/versions': [
      [200, versions(changes)],
      [200, versions([{ path: 'pictures.hero', before: null, after: null }])],
    ],
    [`/api/site/pictures/${photo.id}`]: [200, { success: true }],
  })
  await userEvent.click(screen.getByRole('tab', { name: 'History' }))
  await userEvent.click(await screen.findByText('What it changed'))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove for good: picture 1 of version 1' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove for good' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /Remove for good/ })).toBeNull())
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('the draft is shown as a search result and as a link', async () => {
  await open({ '/api/site/draft': [200, draft('0.1', named('Oak Hill'))] })
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))
  await userEvent.click(screen.getByRole('button', { name: 'In a search and as a link' }))
  const found = within(screen.getByRole('region', { name: 'Search result' }))
  expect(found.getByText('Oak Hill - archery lessons in Roseville and Sacramento')).toBeTruthy()
  const link = within(screen.getByRole('region', { name: 'Link preview' }))
  expect(link.getByRole<HTMLImageElement>('img').src).toContain('/share.png')
})

test('colors that cannot be read are not published, and the nearest that can is one click away', async () => {
  const many = Array.from({ length: 20 }, (_, at): [number, unknown] => [200, saved(`0.${at + 1}`)])
  await open({ '/api/site/draft': [[200, draft('0.0')], ...many] })
  await userEvent.click(screen.getByRole('tab', { name: 'Look' }))
  fireEvent.change(screen.getByLabelText('Text by day'), { target: { value: '#a0a0a0' } })
  expect(screen.getByRole('alert').textContent).toContain('needs 4.5:1')
  await userEvent.click(screen.getByRole('button', { name: 'Publish...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish 1 change' }))
  expect(dialog.getByText('These colors cannot be read by everyone')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish now' }).disabled).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
  await userEvent.click(screen.getByRole('button', { name: /^Use #[0-9a-f]{6} for Text by day$/ }))
  expect(screen.queryByRole('alert')).toBeNull()
})
