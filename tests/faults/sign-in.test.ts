import { expect, test } from 'vitest'
import { createBrowser } from '../support/browser'
import type { BoxedMail } from '../support/product'
import { signIn } from '../support/sign-in'

test('who got a code within the last minute is refused at once, before another code is asked for', async () => {
  const to = [{ name: '', address: 'ivy@archery.example' }]
  const mails = async () =>
    [{ id: '1', to, text: 'Your code is 123456.', date: new Date().toISOString() }] as BoxedMail[]
  const nowhere = createBrowser('http://127.0.0.1:1')
  const asked = signIn(nowhere, { mails }, 'ivy@archery.example')
  await expect(asked).rejects.toThrow('ivy@archery.example got a code within the last minute')
  await expect(signIn(nowhere, { mails }, 'bo@archery.example')).rejects.not.toThrow('got a code')
})
