import { expectAccessible } from './support/accessibility'
import { byNight } from './support/devices'
import { answerAs, openGoogle } from './support/google'
import { adminEmail } from './support/sample-people'
import { test as staff } from './support/staff'
import { expect, test } from './support/test'

test(
  'the API reference leads through the login and back; it is accessible and fits 320 pixels',
  byNight,
  async ({ page }) => {
    // It is a long page.
    test.slow()
    await page.goto('/api/docs')
    await expect(page).toHaveURL(/\/login\?returnUrl=%2Fapi%2Fdocs$/)
    await answerAs(await openGoogle(page), adminEmail)
    await expect(page.getByRole('heading', { name: 'API reference', level: 1 })).toBeVisible()
    // One expanded operation of each kind stands for all; axe takes half a minute for everything.
    const search = page.getByRole('searchbox', { name: 'Find an endpoint' })
    await search.fill('change a record')
    await expectAccessible(page)
    await search.fill('')
    const width = (of: string) => page.evaluate(`document.documentElement.${of}`)
    expect(await width('scrollWidth')).toBe(await width('clientWidth'))
  },
)

staff('the settings link to the API reference, and its search finds calls', async ({ page }) => {
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByText('Advanced', { exact: true }).click()
  await page.getByRole('link', { name: 'API reference' }).click()
  await expect(page).toHaveURL(/\/api\/docs$/)

  // The script of the page runs after its text is there.
  await page.waitForLoadState()
  await page.keyboard.press('/')
  // To find it by its role takes long on a page as long as this.
  await expect(page.locator('input:focus')).toHaveAccessibleName('Find an endpoint')
  await page.keyboard.insertText('restore a deleted')
  await expect(page.getByRole('status')).toHaveText('1 endpoint')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: 'Restore a deleted record' }).click()
  await expect(page.getByRole('heading', { name: 'Restore a deleted record' })).toBeInViewport()
})
