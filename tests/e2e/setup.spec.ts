import { expectAccessible } from './support/accessibility'
import { byNight } from './support/devices'
import { expect, test } from './support/staff'

test(
  'on a phone a new owner confirms a step, and removes the sample records with one button and one undo',
  byNight,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/admin/today')
    const card = page.getByRole('region', { name: 'Set up your school' })
    await expect(card).toContainText(/\d+ of 10 done/)
    await card.getByRole('link', { name: 'All steps' }).click()

    const hours = page.getByRole('listitem').filter({ hasText: 'Hours' })
    await page.getByRole('button', { name: 'It is right: Hours' }).click()
    await expect(hours).toContainText('Right as it is, says')
    await page.getByRole('button', { name: 'Undo: Hours' }).click()
    await expect(hours).toContainText('When visitors can come')
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)

    await page.getByRole('button', { name: 'Remove sample records...' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Remove the sample records' })
    await expect(dialog).toContainText('Your own records stay as they are')
    await dialog.getByRole('button', { name: /^Remove \d+ records$/ }).click()
    await expect(page.getByText(/^Removed \d+ sample records/)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText(/^Undone: \d+ records$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove sample records...' })).toBeVisible()
  },
)
