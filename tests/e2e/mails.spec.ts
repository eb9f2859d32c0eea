import { withLook } from '@app/mail/templates/markup'
import { renderThankYou } from '@app/mail/templates/reply'
import { sampleMails } from '@app/mail/templates/samples'
import { expect, test } from '@playwright/test'
import { phonePhoto } from '../support/photos'
import { byNight } from './support/devices'
import { takePictures } from './support/pictures'

/** The visible words; quote and list marks belong to the text part only. */
const wordsOf = (text: string) => text.replace(/^[>-] /gm, '').match(/[\p{L}\p{N}$@<>"/.{}&]{2,}/gu) ?? []
/** What visitors typed in the samples: markup, and words that look like the templates' own placeholders. */
const typed = ['<b>"Z"</b> {message} Quinn', 'please & thank you, {name}.', '< 8 years old']
const withTyped = ['notification', 'thank-you', 'reply']

for (const [name, { subject, text, html }] of Object.entries(sampleMails)) {
  const details = withTyped.includes(name) ? {} : byNight
  test(`the ${name} mail has the same words in HTML and text, also on a phone`, details, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.setContent(html)
    await expect(page).toHaveTitle(subject)
    // biome-ignore lint/performance/useDomNodeTextContent: what is meant is what can be read.
    const shown = (await page.locator('body').innerText()).replace(/\s+/g, ' ')
    // In HTML, addresses are link targets.
    const words = wordsOf(
      text
        .replace(/^(Record|Dashboard|Inbox|Webhooks|Account and passkeys|People|Sign in|Website): .*$/gm, '')
        .replace(/\s+/g, ' '),
    )
    expect(words.filter((word) => !shown.includes(word))).toEqual([])
    if (withTyped.includes(name)) for (const part of typed) expect(shown).toContain(part)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    expect(await page.locator('script, img, link, b').count()).toBe(0)
    await takePictures(page, 320, 700)
  })
}

for (const [shape, logo] of [
  ['square', { width: 56, height: 56 }],
  ['wide', { width: 240, height: 48, ground: '#12292b' }],
] as const)
  test(`a ${shape} logo leaves the name in sight, also on a phone and with pictures off`, async ({ page }) => {
    const png = await phonePhoto(4 * logo.width, 4 * logo.height)
    const mail = renderThankYou({ subject: 'Thank you', template: 'We answer within a day.' }, {})
    const { html } = withLook(mail, { school: 'Valley Oak Archery', logo: { png, ...logo } })
    await page.setViewportSize({ width: 320, height: 700 })
    const shown = html.replace('cid:logo@school', `data:image/jpeg;base64,${png.toString('base64')}`)
    // A program that shows no pictures finds none behind the address.
    for (const markup of [shown, html]) {
      await page.setContent(markup)
      await expect(page.getByText('Valley Oak Archery').first()).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
      await takePictures(page, 320, 700)
    }
  })
