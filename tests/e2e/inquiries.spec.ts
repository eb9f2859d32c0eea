import type { Page } from '@playwright/test'
import { testScreens } from './support/accessibility'
import { byNight } from './support/devices'
import { answerAs, openGoogle } from './support/google'
import { expect, test } from './support/inquiries'
import { inquiryScreens } from './support/inquiry-screens'
import { adminEmail } from './support/sample-people'

const list = '/admin?table=contact_submissions'
const recordPath = (id: string) => `${list}&record=${id}`
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const desk = (page: Page) => page.getByRole('region', { name: 'Inquiry', exact: true })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const counter = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Inquiries by state' }).getByRole('link', { name })
const text = (page: Page) => page.getByLabel('Text')

test(
  'a reply from a template sends one mail, is recorded, and stops the reply deadline',
  byNight,
  async ({ page, world }) => {
    const { id, name, email } = await world.write()
    await page.goto(`${list}&q=${encodeURIComponent(name)}`)
    await expect(row(page, name)).toContainText(/Due in 23 h/)
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name })).toBeFocused()
    await expect(desk(page)).toContainText('A party for ten children in May')

    await button(page, 'Reply').click()
    await expect(text(page)).toHaveValue(
      new RegExp(`^Hi ${name.split(' ')[0]},[^]*60 minutes[^]*8 and up[^]*\\$350[^]*https://`),
    )
    await expect(page.getByLabel('Template').locator('option')).toHaveText([
      'No template',
      'Birthday party',
      'We need to know more',
    ])
    await page.getByLabel('Subject').fill('Your party at the range')
    await text(page).press('ControlOrMeta+Home')
    await page.keyboard.type('P.S. There is a roof.\n\n')
    await button(page, 'Send').dblclick()

    await expect(button(page, 'Reply again')).toBeFocused()
    await expect(desk(page).getByRole('button', { name: 'Answered' })).toHaveAttribute('aria-pressed', 'true')
    await expect(desk(page)).toContainText(/Answered after/)
    const reply = page.getByRole('region', { name: 'Conversation' }).getByRole('listitem')
    await expect(reply).toContainText(adminEmail)
    await expect(reply).toContainText('P.S. There is a roof.')
    // It is held for as long as it can be undone.
    await expect(reply.getByRole('button', { name: 'Do not send' })).toBeVisible()
    await expect(page.getByText('Emails (2 sent)')).toBeVisible({ timeout: 30_000 })

    const toVisitor = (await world.mails(id)).filter(({ to }) => to[0]?.address === email)
    expect(toVisitor).toMatchObject([{ subject: expect.stringMatching(/^Your party at the range \[#[0-9a-f]{10}\]$/) }])
    // The only mail before went to the school, and its id is for the school alone.
    expect(toVisitor[0]!.headers).not.toHaveProperty('references')
    await button(page, 'Close').click()
    await expect(row(page, name).locator('td[data-label="Status"]')).toHaveText('Answered')
    await expect(button(page, `Edit ${name}`)).toBeFocused()
  },
)

test('an edited template is used by the next reply', byNight, async ({ page, world, records }) => {
  const template = (await records('reply_templates').all()).find(({ interest }) => interest === 'Bow Building')!
  await page.goto(`/admin?table=reply_templates&record=${template.id}&mode=edit`)
  await page.getByLabel('Text').fill('Hi {name},\n\nThe bow costs $260 now. {unknown} & <b>')
  await button(page, 'Save').click()
  await expect(page.getByText('Changes saved')).toBeVisible()

  const { id } = await world.write({ name: 'Ada {name}', interest: 'Bow Building' })
  await page.goto(recordPath(id))
  await button(page, 'Reply').click()
  await expect(text(page)).toHaveValue('Hi Ada {name},\n\nThe bow costs $260 now. {unknown} & <b>')
  await text(page).fill('All by hand')
  await page.getByLabel('Template').selectOption({ label: 'We need to know more' })
  await expect(text(page)).toHaveValue(/Before we can answer/)
  await button(page, 'Restore my text').click()
  await expect(text(page)).toHaveValue('All by hand')
  await records('reply_templates').update(template.id, { text: template.text })
})

test(
  'F27: a refused mail shows its reason, is counted, and goes out when sent again',
  byNight,
  async ({ page, world }) => {
    const { id, name, email } = await world.write()
    await world.refuse(email)
    await page.goto(recordPath(id))
    await button(page, 'Reply').click()
    await expect(text(page)).toHaveValue(/^Hi/)
    await button(page, 'Send').click()
    const mails = page.getByRole('region', { name: 'Emails' })
    await expect(mails).toContainText('The address was rejected. (The mail server answered 550.)', { timeout: 30_000 })
    await button(page, 'Close').click()
    await expect(counter(page, 'Email failed')).toHaveAccessibleName(/Email failed [1-9]/)
    await counter(page, 'Email failed').click()
    await expect(row(page, email).locator('td[data-label="Emails"]')).toContainText('the address was rejected (550)')

    await world.takeAgain(email)
    await page.getByRole('link', { name, exact: true }).click()
    await button(page, 'Send again').click()
    await expect(mails).toContainText('2 sent')
    expect((await world.mails(id)).filter(({ to }) => to[0]?.address === email)).toHaveLength(1)
  },
)

test('spam is kept and counted; "Not spam" mails it at one click', byNight, async ({ page, world }) => {
  const { id, name, email } = await world.write({ referral_code: 'x' })
  const before = await world.counters()
  await page.goto(list)
  await expect(counter(page, 'Spam')).toHaveAccessibleName(`Spam ${before.spam}`)
  await counter(page, 'Spam').click()
  await expect(counter(page, 'Spam')).toHaveAttribute('aria-current', 'true')
  await expect(row(page, email)).toContainText('Held as spam')
  await expect(row(page, email)).toContainText('Spam: likely bot')
  expect(await world.mails(id)).toEqual([])

  await page.getByRole('link', { name, exact: true }).click()
  await expect(desk(page)).toContainText('A hidden field was filled in')
  await button(page, 'Not spam').click()
  await expect(page.getByRole('region', { name: 'Emails' })).toContainText('Notification to the school')
  await expect(button(page, 'Reply')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Emails' })).toContainText('(1 sent)')
  await button(page, 'Close').click()
  await expect(counter(page, 'Spam')).toHaveAccessibleName(`Spam ${before.spam! - 1}`)
  await expect.poll(async () => (await world.mails(id)).length).toBe(1)
})

test(
  'the status moves forward and back; counters, list and open record follow, and saving finds no conflict',
  byNight,
  async ({ page, world }) => {
    const { id, name } = await world.write()
    await page.goto(recordPath(id))
    const before = await world.counters()
    await button(page, 'Closed').click()
    await expect(page.getByText('Status: Closed')).toBeVisible()
    await button(page, 'In progress').click()
    await expect(button(page, 'In progress')).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Status: In progress')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'In progress' })).toBeVisible()
    await button(page, 'Edit').click()
    await page.getByLabel('Full Name').fill(`${name} the Second`)
    await button(page, 'Save').click()
    await expect(row(page, `${name} the Second`).locator('td[data-label="Status"]')).toHaveText('In progress')
    await expect(counter(page, 'In progress')).toHaveAccessibleName(`In progress ${before.inProgress! + 1}`)
  },
)

test(
  'the composer keeps its text when the service fails, and the reply is sent once',
  byNight,
  async ({ page, world, faults }) => {
    faults.expect(/503|ERR_FAILED/)
    const { id, email } = await world.write()
    const keys: (string | undefined)[] = []
    await page.route('**/reply', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length === 1)
        return route.fulfill({ status: 503, json: { error: 'Away for a moment.', code: 'unavailable' } })
      const answer = await route.fetch()
      // The reply is accepted, but its answer is lost.
      return keys.length === 2 ? route.abort() : route.fulfill({ response: answer })
    })
    await page.goto(recordPath(id))
    await button(page, 'Reply').click()
    await expect(text(page)).toHaveValue(/^Hi/)
    await text(page).fill('Come on Saturday.')
    await button(page, 'Send').click()
    const notice = page.getByRole('alert').filter({ hasText: 'The reply was not sent' })
    await expect(notice).toContainText('Away for a moment.')
    await expect(notice).toBeFocused()
    await expect(text(page)).toHaveValue('Come on Saturday.')
    await button(page, 'Try again').click()
    await expect(notice).toContainText('Network error. Please try again.')
    await button(page, 'Try again').click()
    await expect(button(page, 'Reply again')).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    await expect(page.getByRole('region', { name: 'Conversation' }).getByRole('listitem')).toHaveCount(1)
    await expect
      .poll(async () => (await world.mails(id)).filter(({ to }) => to[0]?.address === email).length, {
        timeout: 30_000,
      })
      .toBe(1)
  },
)

test(
  'a draft survives Escape and going back, and is discarded after a question; an invalid one names the field',
  byNight,
  async ({ page, world }) => {
    const { id, name } = await world.write()
    await page.goto(list)
    await page.getByRole('link', { name, exact: true }).click()
    await button(page, 'Reply').click()
    await expect(text(page)).toHaveValue(/^Hi/)
    await expect(text(page)).toBeFocused()
    await text(page).fill('x'.repeat(5_001))
    await expect(page.getByText('5,001 of 5,000 characters: 1 too many')).toBeVisible()
    await button(page, 'Send').click()
    await expect(page.getByText('Text cannot exceed 5000 characters')).toBeVisible()
    await expect(text(page)).toBeFocused()
    await text(page).fill('Half an answer')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Reply')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: /details$/ })).toHaveCount(0)

    await page.goto(recordPath(id))
    await button(page, 'Reply').click()
    await expect(text(page)).toHaveValue('Half an answer')
    const kept = page.waitForResponse(/\/draft$/)
    await text(page).fill('Half an answer, and more')
    await kept
    await page.goto(`/admin/inbox?open=${id}`)
    await expect(text(page)).toHaveValue('Half an answer, and more')
    await page.goBack()
    await button(page, 'Reply').click()
    await expect(text(page)).toHaveValue('Half an answer, and more')
    await button(page, 'Discard').click()
    await button(page, 'Keep editing').click()
    await expect(text(page)).toHaveValue('Half an answer, and more')
    await button(page, 'Discard').click()
    await button(page, 'Discard changes').click()
    await expect(button(page, 'Reply')).toBeFocused()
    await button(page, 'Reply').click()
    await expect(text(page)).toHaveValue(/^Hi/)
  },
)

test(
  'after a day an inquiry is overdue, says so in words, and is listed under Overdue',
  byNight,
  async ({ page, world }) => {
    const { name } = await world.write()
    await page.clock.setFixedTime(Date.now() + 22.5 * 3_600_000)
    await page.goto(`${list}&q=${encodeURIComponent(name)}`)
    await expect(row(page, name)).toContainText('Due in 1 h')
    await page.clock.setFixedTime(Date.now() + 25.2 * 3_600_000)
    // To the service, which counts by its own clock, nothing is overdue: there is no counter to click.
    const overdue = 'sort=due_by%3Aasc&f.status__in=new%2Cin_progress&f.spam=false&f.due_by__lt=now'
    await page.goto(`${list}&${overdue}&q=${encodeURIComponent(name)}`)
    await expect(row(page, name)).toContainText(/Overdue by 1 h \d+ min/)
    await expect(page.getByRole('button', { name: 'Remove filter Reply due before now' })).toBeVisible()
    await counter(page, 'All').click()
    await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveAccessibleName(
      'Remove filter Spam is not Yes',
    )
  },
)

test(
  "erasing a person's data states how much it is, then deletes everything from the address",
  byNight,
  async ({ page, world, faults }) => {
    // On a busy machine the response says that the erasure continues.
    faults.expect(/503 .*\/erasures/)
    const { email, id } = await world.write()
    await world.write({ email, message: 'And may parents shoot, too?' })
    await page.goto(recordPath(id))
    await button(page, "Erase this person's data…").click()
    const question = page.getByRole('alertdialog', { name: /^Erase .+: 2 inquiries/ })
    await expect(question).toContainText(`This permanently deletes everything from ${email}`)
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Erase', exact: true }).click()
    const continues = question.getByText('The erasure has begun but is not complete yet.')
    await expect(page.getByText(/ erased$/).or(continues)).toBeVisible()
    await expect(async () => {
      await page.goto(`${list}&q=${encodeURIComponent(email)}`)
      await expect(page.getByText('No records found')).toBeVisible({ timeout: 5_000 })
    }).toPass()
  },
)

test(
  'when the session ends while a reply is written, signing in over it sends the reply',
  byNight,
  async ({ page, world, faults }) => {
    faults.expect(/401/)
    const { id } = await world.write()
    await page.goto(recordPath(id))
    await button(page, 'Reply').click()
    await expect(text(page)).toHaveValue(/^Hi/)
    await text(page).fill('Written before the session ended.')
    // It ends while the reply is on its way: another call would open the dialog over the button.
    await page.route(
      (url) => url.pathname.endsWith(`/${id}/reply`),
      async (route) => {
        await page.context().clearCookies()
        await route.continue()
      },
      { times: 1 },
    )
    await button(page, 'Send').click()
    await expect(page.getByRole('dialog', { name: 'Please sign in again' })).toBeVisible()
    await answerAs(await openGoogle(page), adminEmail)
    await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('Written before the session ended.')
  },
)

testScreens(inquiryScreens)
