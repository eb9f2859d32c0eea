import { fillContact, sendContact, takeTime } from './support/contact'
import { adminEmail, visitor } from './support/sample-people'
import { expect, test } from './support/test'

type Mail = {
  id: string
  from: { address: string }
  to: { address: string }[]
  replyTo: { address: string } | null
  subject: string
  text: string
  html: string
}

test('an inquiry goes from the page to the mail box and the dashboard', async ({ page, mailUrl, faults }) => {
  faults.expect(/401 .*\/api\/users\/me/)
  const mails = async (): Promise<Mail[]> => (await page.request.get(`${mailUrl}/api/messages`)).json()
  const newest = async (test: (mail: Mail) => boolean) => {
    await expect.poll(async () => (await mails()).some(test)).toBe(true)
    return (await mails()).find(test)!
  }
  const subject = `New inquiry: ${visitor.interest.label} - ${visitor.name}`

  await test.step('1. the contact form is filled in and sent: the success notice shows', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await fillContact(page)
    await takeTime(page)
    await sendContact(page)
    await expect(page.getByRole('status').filter({ hasText: 'Send another message' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send Message' })).toHaveCount(0)
  })

  await test.step('2. the mail box holds the notification', async () => {
    const mail = await newest((each) => each.subject === subject)
    expect(mail.from.address).not.toBe(visitor.email)
    expect(mail.replyTo?.address).toBe(visitor.email)
    const lines = visitor.message.split('\n')
    for (const part of [visitor.name, visitor.email, visitor.interest.label, ...lines])
      expect(mail.text).toContain(part)
    for (const part of [visitor.name, visitor.email, visitor.interest.label]) expect(mail.html).toContain(part)
    expect(mail.html).not.toContain('<b>Thanks')

    await page.goto(`${mailUrl}/?id=${mail.id}`)
    await expect(page.getByRole('heading', { name: subject })).toBeVisible()
    await expect(page.locator('dl')).toContainText(visitor.email)
    await expect(page.locator('pre')).toContainText(lines[0]!)
    await expect(page.frameLocator('iframe').getByText(visitor.name).first()).toBeVisible()
  })

  await test.step('3. a code from the mail box opens the dashboard', async () => {
    await page.goto('/login')
    await page.getByLabel('Email Address').fill(adminEmail)
    await page.getByRole('button', { name: 'Send Login Code' }).click()
    await expect(page.getByLabel(`Enter the code sent to ${adminEmail}`)).toBeFocused()
    const mail = await newest(
      (each) => each.to.some(({ address }) => address === adminEmail) && /\b\d{6}\b/.test(each.text),
    )
    await page.locator('#otp').fill(/\b\d{6}\b/.exec(mail.text)![0])
    await page.getByRole('button', { name: 'Verify & Login' }).click()
    await expect(page).toHaveURL('/admin')
  })

  await test.step('4. the inquiry stands in the dashboard; logging out closes it', async () => {
    await expect(page.getByRole('tab', { name: 'Contact Submissions' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('heading', { name: /^Contact Submissions \(\d+ records?\)$/ })).toBeVisible()
    await expect(page.getByText(adminEmail)).toBeVisible()
    const heads = page.getByRole('columnheader')
    await expect(heads).toContainText(['Operations', 'Full Name', 'Message', 'Email', 'Interest', 'ID'])
    const row = page.getByRole('row').filter({ hasText: visitor.email }).first()
    await expect(row.getByRole('gridcell')).toContainText([
      '',
      visitor.name,
      /^A party for 12 children.{24}\.\.\.$/s,
      visitor.email,
      'Birthday Party',
      /^Copy ID [0-9a-f]{24}/,
    ])

    const byName = page.getByRole('button', { name: 'Full Name' })
    await byName.click()
    await expect(page).toHaveURL(/sort=name%3Aasc/)
    await expect(heads.filter({ hasText: 'Full Name' })).toHaveAttribute('aria-sort', 'ascending')
    await byName.click()
    await expect(heads.filter({ hasText: 'Full Name' })).toHaveAttribute('aria-sort', 'descending')
    await page.reload()
    await expect(heads.filter({ hasText: 'Full Name' })).toHaveAttribute('aria-sort', 'descending')

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await page.goto('/admin')
    await expect(page).toHaveURL('/login?returnUrl=%2Fadmin')
  })
})
