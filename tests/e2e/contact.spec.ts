import { expectAccessibleByNight } from './support/accessibility'
import { standIn } from './support/api'
import { fillContact, sendContact, takeTime } from './support/contact'
import { byNight } from './support/devices'
import { visitor } from './support/sample-people'
import { expect, test } from './support/test'

const submit = '/api/forms/submit'
const error = (page: import('@playwright/test').Page) => page.getByRole('alert')

test(
  'the same inquiry sent twice is accepted once, then reported as a duplicate',
  byNight,
  async ({ page, faults }) => {
    faults.expect(/409/)
    const inquiry = {
      name: 'Ada Lovelace',
      message: `Do you have bows for people who are left-handed? (${Date.now()})`,
    }
    await page.goto('/')
    await fillContact(page, inquiry)
    await sendContact(page)
    await page.getByRole('button', { name: 'Send another message' }).click()
    await expect(page.getByLabel('Full Name')).toHaveValue('')
    await expect(page.getByLabel('Full Name')).toBeFocused()

    await fillContact(page, inquiry)
    await sendContact(page)
    await expect(page.getByText('Message Already Received')).toBeVisible()
    await expect(page.getByText(/already received your inquiry and will respond within 24 hours/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send Message' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Submit a different inquiry' }).click()
    await expect(page.getByLabel('Message')).toHaveValue('')
  },
)

test('a server error advises to phone, and retrying sends the same inquiry', byNight, async ({ page, faults }) => {
  faults.expect(/500/)
  const keys: (string | undefined)[] = []
  await page.route(`**${submit}`, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1)
      await route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'internal' } })
    else await route.fulfill({ json: { success: true, message: 'Thank you.', id: 'x' } })
  })
  await page.goto('/')
  await fillContact(page)
  await sendContact(page)
  await expect(error(page)).toContainText('Submission Error')
  await expect(error(page)).toContainText('Something went wrong.')
  await expect(error(page)).toContainText('Please try again, or contact us directly at (916) 555-0142.')
  await expect(page.getByLabel('Message')).toHaveValue(visitor.message)
  await sendContact(page)
  await expect(page.getByText('Send another message')).toBeVisible()
  expect(keys[1]).toBe(keys[0])
})

test('without a network the form says so and keeps its text', byNight, async ({ page, faults }) => {
  faults.expect(/ERR_FAILED/)
  await page.goto('/')
  await standIn(page, { [submit]: 'abort' })
  await fillContact(page)
  await sendContact(page)
  await expect(error(page)).toContainText('Network error. Please try again.')
  await expect(page.getByLabel('Full Name')).toHaveValue(visitor.name)
})

test('a response lost after storing shows success on the next attempt', byNight, async ({ page, faults }) => {
  faults.expect(/ERR_FAILED/)
  let lost = false
  await page.route(`**${submit}`, async (route) => {
    if (lost) return route.continue()
    lost = true
    await route.fetch()
    await route.abort()
  })
  await page.goto('/')
  await fillContact(page, {
    name: 'Grace Hopper',
    message: `Is there a class for those who shot a compiler? (${Date.now()})`,
  })
  await sendContact(page)
  await expect(error(page)).toContainText('Network error. Please try again.')
  await sendContact(page)
  await expect(page.getByRole('button', { name: 'Send another message' })).toBeVisible()
})

test('a double click on Send sends one message', byNight, async ({ page }) => {
  let sent = 0
  await page.route(`**${submit}`, async (route) => {
    sent++
    await route.fulfill({ json: { success: true, message: 'Thank you.', id: 'x' } })
  })
  await page.goto('/')
  await fillContact(page)
  await page.getByRole('button', { name: 'Send Message' }).dblclick()
  await expect(page.getByText('Send another message')).toBeVisible()
  expect(sent).toBe(1)
})

test(
  'a link about a service chooses the interest, moves to the form and keeps what was typed',
  byNight,
  async ({ page }) => {
    await standIn(page, { [submit]: [200, { success: true, message: 'Thank you.', id: 'x' }] })
    await page.goto('/')
    await page.getByLabel('Full Name').fill('Ada Lovelace')
    const follow = (topic: string) => page.evaluate(`location.hash = 'ask-${topic}'`)
    for (const [topic, interest] of [
      ['party', 'Birthday Party'],
      ['team', 'Corporate Event'],
      ['bow', 'Bow Building'],
    ] as const) {
      await follow(topic)
      await expect(page.getByLabel('Interest')).toHaveValue(interest)
      await expect(page.getByLabel('Interest')).toBeInViewport()
      await expect(page.locator(`#ask-${topic}`)).toBeFocused()
    }
    await expect(page.getByLabel('Full Name')).toHaveValue('Ada Lovelace')

    await fillContact(page)
    await sendContact(page)
    await expect(page.getByText('Send another message')).toBeVisible()
    await follow('party')
    await expect(page.getByLabel('Interest')).toHaveValue('Birthday Party')
    await expect(page.getByLabel('Message')).toHaveValue('')
  },
)

test('a link about a service that was shared works before hydration', byNight, async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/#ask-bow', { waitUntil: 'commit' })
  await expect(page.getByLabel('Interest')).toBeVisible()
  release()
  await expect(page.getByLabel('Interest')).toHaveValue('Bow Building')
  await expect(page.getByLabel('Interest')).toBeInViewport()
})

test('the fields are disabled while the form is being sent', byNight, async ({ page }) => {
  await standIn(page, { [submit]: 'hang' })
  await page.goto('/')
  await fillContact(page)
  await sendContact(page)
  await expect(page.getByText('Sending your message...')).toBeVisible()
  await expect(page.getByRole('button', { name: 'submitting...' })).toBeDisabled()
  await expect(page.getByLabel('Message')).toBeDisabled()
})

test('an empty form names every field, the first one is focused, and all of it is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await page.getByLabel('Email', { exact: true }).fill('ada')
  await expect(page.getByText('Email is not a valid email')).toBeVisible()
  const tops = `['name', 'email'].map((name) => document.getElementById('contact-' + name).getBoundingClientRect().top)`
  const [name, email] = await page.evaluate<number[]>(tops)
  expect(name, 'an error does not move what stands beside it').toBeCloseTo(email!, 0)
  await page.getByLabel('Email', { exact: true }).fill('')
  await sendContact(page)
  for (const label of ['Full Name', 'Email', 'Interest', 'Message']) {
    await expect(page.getByText(`${label} is required`)).toBeVisible()
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(`${label} is required`)
  }
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expectAccessibleByNight(page)
})

test('text typed before hydration is kept', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await fillContact(page)
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeDisabled()
  release()
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled()
  await expect(page.getByLabel('Full Name')).toHaveValue(visitor.name)
  await standIn(page, { [submit]: [200, { success: true, message: 'Thank you.', id: 'x' }] })
  const sent = page.waitForRequest(`**${submit}`)
  await sendContact(page)
  expect((await sent).postDataJSON()).toMatchObject({ name: visitor.name, message: visitor.message })
})

test.describe('spam detection', () => {
  test(
    "a person's inquiry is mailed, a bot's is held as spam, and both get the same answer",
    byNight,
    async ({ page, mailUrl }) => {
      const subjects = async () =>
        ((await (await page.request.get(`${mailUrl}/api/messages`)).json()) as { subject: string }[]).map(
          ({ subject }) => subject,
        )
      const write = async (name: string, fill: (page: import('@playwright/test').Page) => Promise<void>) => {
        await page.goto('/')
        const answer = page.waitForResponse(`**${submit}`)
        await fillContact(page, { name, message: `${name} asks for a class in the evening, at ${Date.now()}.` })
        await fill(page)
        await takeTime(page)
        await sendContact(page)
        await expect(page.getByRole('button', { name: 'Send another message' })).toBeVisible()
        const { id, ...rest } = await (await answer).json()
        expect(id).toMatch(/^[0-9a-f]{24}$/)
        return rest
      }
      const program = await write('Robot Hood', (page) =>
        page.evaluate(
          'for (const field of document.querySelectorAll("form input:not([type=email])")) if (!field.value) field.value = "https://spam.example"',
        ),
      )
      const person = await write('Maid Marian', async () => {})
      expect(person).toEqual(program)
      await expect.poll(async () => (await subjects()).some((each) => each.includes('Maid Marian'))).toBe(true)
      expect((await subjects()).filter((each) => each.includes('Robot Hood'))).toEqual([])
    },
  )

  test('the honeypot is hidden from sight, keyboard and screen readers, and empty when a person sends', async ({
    page,
  }) => {
    await standIn(page, { [submit]: [200, { success: true, message: 'Thank you.', id: 'x' }] })
    await page.goto('/')
    const trap = page.locator('input[name=referral_code]')
    expect((await trap.boundingBox())!.x).toBeLessThan(-1_000)
    await expect(page.getByRole('textbox', { name: 'Leave this field empty' })).toHaveCount(0)
    await fillContact(page)
    const send = page.getByRole('button', { name: 'Send Message' })
    await expect(send).toBeEnabled()
    await page.getByLabel('Message').press('Tab')
    await expect(send).toBeFocused()
    const sent = page.waitForRequest(`**${submit}`)
    await page.keyboard.press('Enter')
    const { referral_code, elapsed_ms } = (await sent).postDataJSON()
    expect(referral_code).toBe('')
    expect(elapsed_ms).toBeGreaterThan(0)
    expect(elapsed_ms).toBeLessThanOrEqual(await page.evaluate<number>('performance.now()'))
  })

  test('after a reload, which may restore text, no fill-in time is sent', byNight, async ({ page }) => {
    await standIn(page, { [submit]: [200, { success: true, message: 'Thank you.', id: 'x' }] })
    await page.goto('/')
    await page.reload()
    await fillContact(page)
    const sent = page.waitForRequest(`**${submit}`)
    await sendContact(page)
    expect((await sent).postDataJSON()).not.toHaveProperty('elapsed_ms')
  })
})
