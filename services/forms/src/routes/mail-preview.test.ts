import { sampleMails } from '@app/mail/templates/samples'
import { expect, test } from 'vitest'
import { appWith } from '../app.fixture'

const get = (development: boolean, path: string) =>
  appWith({ development }).handle(new Request(`http://localhost/api/forms/mail-preview${path}`))

test('in development every mail can be looked at', async () => {
  const page = await (await get(true, '')).text()
  for (const name of Object.keys(sampleMails)) {
    expect(page).toContain(`mail-preview/${name}`)
    const answer = await get(true, `/${name}`)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(await answer.text()).toBe(sampleMails[name]!.html)
  }
  expect((await get(true, '/constructor')).status).toBe(404)
})

test('elsewhere there is no such page', async () => {
  expect((await get(false, '')).status).toBe(404)
})
