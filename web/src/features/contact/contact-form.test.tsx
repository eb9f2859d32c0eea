import { heardFromTitle, honeypotField } from '@app/contracts/forms'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { describe, expect, test, vi } from 'vitest'
import { answers, silence } from '#testing/answers'
import { show } from '#testing/screen'
import { offerChoicesAtom, resetContactAtom } from './contact.atoms'
import { ContactForm } from './contact-form'

const path = '/api/forms/submit'
const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  interest: 'Bow Building',
  message: 'I would like to build a longbow.',
}
const stored: [number, unknown] = [200, { success: true, message: 'Thank you, Ada.', id: 'm1' }]
const duplicate: [number, unknown] = [409, { success: false, error: 'This was already submitted.', code: 'duplicate' }]

const labels = { name: 'Full Name', email: 'Email', interest: 'Interest', message: 'Message' } as const
const field = (key: keyof typeof labels) => screen.getByLabelText<HTMLInputElement>(labels[key])
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /send message|submitting/i })

function fill() {
  for (const [key, value] of Object.entries(message))
    fireEvent.change(field(key as keyof typeof labels), { target: { value } })
}

async function fillAndSend() {
  fill()
  await userEvent.click(button())
}

test('idle: four empty required fields and the interests by their names', () => {
  show(<ContactForm />)
  for (const key of Object.keys(labels)) {
    expect(field(key as keyof typeof labels).value).toBe('')
    expect(field(key as keyof typeof labels).required).toBe(true)
  }
  const options = screen.getAllByRole('option').slice(1)
  expect(options.map((option) => option.textContent)).toEqual([
    'Archery Lessons',
    'Birthday Party',
    'Corporate Team Building',
    'Bow Building Classes',
    'Archery Leagues',
    'Other Inquiry',
  ])
})

test('how the visitor heard about the school is asked where there are answers, and need not be answered', async () => {
  const calls = answers({ [path]: [stored, stored] })
  const store = createStore()
  show(
    <Provider store={store}>
      <ContactForm />
    </Provider>,
  )
  expect(screen.queryByLabelText(heardFromTitle)).toBeNull()
  const interests = [{ value: 'Bow Building', label: 'Bow Building Classes' }]
  act(() => store.set(offerChoicesAtom, interests, ['A friend', 'Search']))
  expect(screen.getByLabelText<HTMLSelectElement>(heardFromTitle).required).toBe(false)
  await fillAndSend()
  await screen.findByText('Thank you, Ada.')
  act(() => store.set(resetContactAtom))
  fill()
  await userEvent.selectOptions(screen.getByLabelText(heardFromTitle), 'Search')
  await userEvent.click(button())
  await screen.findByText('Thank you, Ada.')
  expect(calls.map(({ body }) => (body as Record<string, unknown>)['heard_from'])).toEqual([undefined, 'Search'])
  act(() => store.set(resetContactAtom))
  fireEvent.change(screen.getByLabelText(heardFromTitle), { target: { value: 'Search' } })
  act(() => store.set(offerChoicesAtom, interests, ['A friend']))
  expect(screen.getByLabelText<HTMLSelectElement>(heardFromTitle).value, 'it is no longer offered').toBe('')
})

test('submitting: fields and button are disabled, a spinner says what goes on', async () => {
  const calls = answers({ [path]: silence })
  show(<ContactForm />)
  await fillAndSend()
  expect(screen.getByText('Sending your message...')).toBeTruthy()
  expect(button().textContent).toBe('submitting...')
  expect(button().disabled).toBe(true)
  expect(field('name').closest('fieldset')?.disabled).toBe(true)
  expect(calls[0]?.body).toMatchObject({ formId: 'contact_form', ...message })
  expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
})

test('success: the form gives way to a confirmation; another message starts empty', async () => {
  answers({ [path]: stored })
  show(<ContactForm />)
  await fillAndSend()
  const notice = await screen.findByRole('status')
  expect(notice.textContent).toContain('Thank you, Ada.')
  expect(document.activeElement).toBe(notice)
  expect(screen.queryByRole('form')).toBeNull()
  await userEvent.click(screen.getByText('Send another message'))
  expect(field('message').value).toBe('')
  expect(document.activeElement).toBe(field('name'))
})

test('duplicate: the form gives way to an amber notice; a different inquiry starts empty', async () => {
  answers({ [path]: duplicate })
  show(<ContactForm />)
  await fillAndSend()
  await screen.findByText('Message Already Received')
  expect(screen.queryByRole('form')).toBeNull()
  await userEvent.click(screen.getByText('Submit a different inquiry'))
  expect(field('name').value).toBe('')
})

test('duplicate: the code decides, whatever the text says', async () => {
  answers({ [path]: [409, { success: false, error: 'We know this one.', code: 'duplicate' }] })
  show(<ContactForm />)
  await fillAndSend()
  await screen.findByText('Message Already Received')
})

test('a refusal inside a success answer is read like any other', async () => {
  answers({ [path]: [[200, { success: false, message: 'Already submitted today.' }]] })
  show(<ContactForm />)
  await fillAndSend()
  await screen.findByText('Message Already Received')
})

test.each([
  ['the text of the server', [503, { error: 'We are away.', code: 'unavailable' }], 'We are away.'],
  ['a text of its own without one', [500, {}], 'An error occurred while submitting the form.'],
  [
    'a text of its own for a page in place of an answer',
    [502, '<html>'],
    'An error occurred while submitting the form.',
  ],
  ['a network failure', 'offline', 'Network error. Please try again.'],
] as const)('error: shows %s, the advice to phone, and keeps what was typed', async (_what, answer, text) => {
  answers({ [path]: [answer as [number, unknown] | 'offline'] })
  show(<ContactForm />)
  await fillAndSend()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(`Submission Error${text}Please try again, or contact us directly at (916) 555-0142.`)
  expect(document.activeElement).toBe(alert)
  for (const [key, value] of Object.entries(message)) expect(field(key as keyof typeof labels).value).toBe(value)
})

test('fields that the server names are marked and the first one is focused', async () => {
  const body = {
    error: 'Please check the form.',
    code: 'invalid_input',
    fields: { email: 'Email is not a valid email' },
  }
  answers({ [path]: [422, body] })
  show(<ContactForm />)
  await fillAndSend()
  await screen.findByText('Email is not a valid email')
  expect(document.activeElement).toBe(field('email'))
})

test('a field is checked while it changes and its message is tied to it', async () => {
  show(<ContactForm />)
  await userEvent.type(field('name'), 'A')
  const text = screen.getByText('Full Name must be at least 2 characters')
  expect(field('name').getAttribute('aria-describedby')).toBe(text.id)
  expect(field('name').getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(field('name'), 'd')
  expect(screen.queryByText(/must be at least/)).toBeNull()
  expect(field('name').hasAttribute('aria-invalid')).toBe(false)
  await userEvent.clear(field('name'))
  expect(screen.getByText('Full Name is required')).toBeTruthy()
})

test('an empty form is not sent: every field is named and the first one is focused', async () => {
  const calls = answers({ [path]: stored })
  show(<ContactForm />)
  await userEvent.click(button())
  for (const label of Object.values(labels)) expect(screen.getByText(`${label} is required`)).toBeTruthy()
  expect(document.activeElement).toBe(field('name'))
  expect(calls).toEqual([])
})

test('two clicks in one moment send one message', async () => {
  const calls = answers({ [path]: silence })
  show(<ContactForm />)
  fill()
  const form = screen.getByRole('form')
  act(() => {
    fireEvent.submit(form)
    fireEvent.submit(form)
  })
  await act(async () => {})
  expect(calls).toHaveLength(1)
})

test('a retry carries the key of the first attempt; an edit makes another message of it', async () => {
  const calls = answers({ [path]: 'offline' })
  show(<ContactForm />)
  await fillAndSend()
  await screen.findByRole('alert')
  await userEvent.click(button())
  await screen.findByRole('alert')
  await userEvent.type(field('message'), '!')
  await userEvent.click(button())
  await screen.findByRole('alert')
  const keys = calls.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[0])
})

test('the address may name what to ask about', () => {
  show(<ContactForm />, '/#ask-party')
  expect(field('interest').value).toBe('Birthday Party')
  expect(field('name').value).toBe('')
})

test('a message after a reset carries another key', async () => {
  const calls = answers({ [path]: stored })
  show(<ContactForm />)
  await fillAndSend()
  await userEvent.click(await screen.findByText('Send another message'))
  await fillAndSend()
  await screen.findByText('Send another message')
  expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
})

describe('what tells people from programs', () => {
  const honeypot = () => document.querySelector<HTMLInputElement>(`[name=${honeypotField}]`)!
  const sent = (call?: { body: unknown }) => call?.body as Record<string, unknown>

  test('the honeypot is out of reach for people, password managers and the keyboard, and its label says what to do', () => {
    show(<ContactForm />)
    expect(honeypot()).toMatchObject({ tabIndex: -1, autocomplete: 'off', type: 'text' })
    expect(honeypot().labels?.[0]?.textContent).toBe('Leave this field empty')
    expect(screen.queryByRole('textbox', { name: 'Leave this field empty' })).toBeNull()
  })

  const here = { page: '/', host: '' }

  test('a message of a person carries an empty honeypot and the time since navigation', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(7_300.4)
    const calls = answers({ [path]: stored })
    show(<ContactForm />)
    await fillAndSend()
    await screen.findByText('Send another message')
    expect(calls[0]?.body).toEqual({
      ...{ formId: 'contact_form', ...message, referral_code: '', elapsed_ms: 7_300 },
      came_from: here,
    })
  })

  test.each(['reload', 'back_forward'])(
    'after a %s the time is left out: what was written may have been put back',
    async (type) => {
      vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as unknown as PerformanceEntryList)
      const calls = answers({ [path]: stored })
      show(<ContactForm />)
      await fillAndSend()
      await screen.findByText('Send another message')
      expect(calls[0]?.body).toEqual({ formId: 'contact_form', ...message, referral_code: '', came_from: here })
    },
  )

  test('a quick second message is not counted as too fast, and its honeypot is empty', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(9_000)
    const calls = answers({ [path]: [duplicate, stored] })
    show(<ContactForm />)
    fill()
    honeypot().value = 'https://spam.example'
    await userEvent.click(button())
    clock.mockReturnValue(9_500)
    await userEvent.click(await screen.findByText('Submit a different inquiry'))
    await fillAndSend()
    await screen.findByText('Send another message')
    expect(calls.map((call) => [sent(call).referral_code, sent(call).elapsed_ms])).toEqual([
      ['https://spam.example', 9_000],
      ['', 9_500],
    ])
  })
})
