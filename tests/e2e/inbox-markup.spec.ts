import { attacks } from '@app/rich-text/markup-attacks.fixture'
import { expect, test } from './support/inquiries'

const picture = 'https://pictures.example/map.png'
/** What an attack leaves open is closed, so that the next one is read as well. */
const closing = '</textarea></title></xmp></noembed></noscript></template></style></svg></math></form></a></iframe>'
const bodies = [
  `<p>See <b>this</b>: <a href="https://offers.example/a">our offer</a></p><img data-src="${picture}" alt="The way">`,
  ...[0, 1, 2, 3, 4, 5].map(
    (n) => `<b>x</b>${attacks.filter((_, at) => at % 6 === n).join(closing)}${closing}<i>end</i>`,
  ),
]
/** The names of all elements, and of attributes that they have. */
const builtOf = `(() => {
  const found = [...document.body.querySelectorAll('*')]
  return [...new Set(found.flatMap((one) => [one.localName, ...one.getAttributeNames()]))].sort()
})()`

test('formatting is shown in a frame: nothing in it runs, and pictures load when they are asked for', async ({
  page,
  world,
  faults,
}) => {
  // The document in which markup is parsed has no window and runs nothing; the policy is reported on its attributes all the same.
  faults.expect(
    /securitypolicyviolation (?:script-src-attr|style-src-(?:attr|elem)) inline|securitypolicyviolation base-uri/,
  )
  faults.expect(/violates the following Content Security Policy directive/)
  const { id, name, email } = await world.write({ name: `Markup ${Date.now()}` })
  const others: string[] = []
  page.on('request', (request) => {
    if (!['localhost', '127.0.0.1'].includes(new URL(request.url()).hostname)) others.push(request.url())
  })
  page.on('dialog', (dialog) => others.push(dialog.message()))
  await page.route(picture, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"/>',
    }),
  )
  // As if the service had cleaned nothing.
  await page.route(`**/api/forms/submissions/${id}`, async (route) => {
    const response = await route.fetch()
    const inquiry = await response.json()
    const [first] = inquiry.messages
    const from = { name, address: email }
    const more = bodies.map((html, n) => ({ ...first, id: `m${n}`, from, text: `Plain ${n}`, html }))
    await route.fulfill({ response, json: { ...inquiry, messages: [first, ...more] } })
  })
  await page.goto(`/admin/inbox?open=${id}`)
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(messages).toHaveCount(bodies.length + 1)
  for (const [n] of bodies.entries()) {
    const message = messages.nth(n + 1)
    await message.getByRole('button', { name: 'Show formatting' }).click()
    const body = message.frameLocator('iframe').locator('body')
    await expect(body).toContainText(n === 0 ? 'this' : 'x')
    const built = (await body.evaluate(builtOf)) as string[]
    const allowed = /^(?:p|br|b|i|u|a|ul|ol|li|h2|h3|span|data-host|href|target|rel)$/
    expect(built.filter((one) => !allowed.test(one))).toEqual([])
    for (const address of await body
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      expect(address).toMatch(/^(?:https?:\/\/|mailto:)/)
  }
  expect(others).toEqual([])

  const mail = messages.nth(1)
  const frame = mail.frameLocator('iframe')
  await expect(frame.locator('body')).toHaveText('See this: our offer (offers.example)[Picture: The way]')
  await expect(mail).toContainText('Pictures from pictures.example are off')
  await mail.getByRole('button', { name: 'Load pictures' }).click()
  await expect(frame.getByRole('img', { name: 'The way' })).toHaveJSProperty('naturalWidth', 80)
  expect(others).toEqual([picture])
  await mail.getByRole('button', { name: 'Show as plain text' }).click()
  await expect(mail).toContainText('Plain 0')
})
