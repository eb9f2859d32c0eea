import { sampleMails } from '@app/mail/templates/samples'
import { expect, test } from '@playwright/test'
import { takePictures } from './support/pictures'

/** The visible words; quote and list marks belong to the text part only. */
const wordsOf = (text: string) => text.replace(/^[>-] /gm, '').match(/[\p{L}\p{N}$@<>"/.{}&]{2,}/gu) ?? []
/** What visitors typed in the samples: markup, and words that look like the templates' own placeholders. */
const typed = ['<b>"Z"</b> {message} Quinn', 'please & thank you, {name}.', '< 8 years old']
const withTyped = ['notification', 'thank-you', 'reply']

for (const [name, { subject, text, html }] of Object.entries(sampleMails)) {
  test(`the ${name} mail has the same words in HTML and text, also on a phone`, async ({ page }) => {
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
