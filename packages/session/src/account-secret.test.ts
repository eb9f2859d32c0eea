import { expect, test } from 'vitest'
import { isAccountSecret, newAccountSecret } from './account-secret'

test('a secret has the prefix and one length, and no two are alike', () => {
  const secrets = Array.from({ length: 200 }, newAccountSecret)
  for (const secret of secrets) expect(secret).toMatch(/^archery_[0-9A-Za-z]{49}$/)
  expect(new Set(secrets).size).toBe(200)
  expect(secrets.every(isAccountSecret)).toBe(true)
})

test('a secret that was cut, mistyped or made up is recognized', () => {
  const secret = newAccountSecret()
  const other = secret.at(20) === 'a' ? 'b' : 'a'
  for (const wrong of [
    '',
    secret.slice(0, -1),
    `${secret}0`,
    secret.slice(0, 20) + other + secret.slice(21),
    secret.replace('archery_', 'archer_y'),
    ` ${secret}`,
    `archery_${'0'.repeat(49)}`,
  ])
    expect([wrong, isAccountSecret(wrong)]).toEqual([wrong, false])
})
