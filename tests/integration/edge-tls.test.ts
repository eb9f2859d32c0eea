import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../nginx/certificate'
import { createBrowser } from '../support/browser'
import { inquiry } from '../support/inquiry'
import { adminEmail, type Product, startProduct } from '../support/product'
import { signIn } from '../support/sign-in'

const folder = mkdtempSync(join(tmpdir(), 'product-tls-'))
let product: Product
let ca: string
beforeAll(async () => {
  const certificate = selfSigned(folder)
  ca = readFileSync(certificate.TLS_CERTIFICATE, 'utf8')
  product = await startProduct(certificate, { pages: false })
})
afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true })
})

test('a sign-in over https sets a __Host- cookie that is never sent over http', async () => {
  expect(product.site).toMatch(/^https:\/\/localhost:\d+$/)
  const browser = createBrowser(product.site, { ca })
  await signIn(browser, product, adminEmail)
  expect([...browser.jar.keys()].filter((name) => name.includes('session'))).toEqual(['__Host-session'])
  expect(await browser.get('/api/users/me')).toMatchObject({ status: 200, body: { email: adminEmail } })
  expect(await browser.get('/api/tables/contact_submissions')).toMatchObject({ status: 200 })

  const plain = createBrowser(`http://localhost:${product.stack.ports.nginx}`)
  for (const [name, value] of browser.jar) plain.jar.set(name, value)
  expect(await plain.get('/api/users/me')).toMatchObject({ status: 403, body: { code: 'forbidden' } })

  const cookies = browser.jar.get('__Host-session')
  expect(await browser.get('/api/logout')).toMatchObject({ status: 200 })
  browser.jar.set('__Host-session', cookies!)
  expect(await browser.get('/api/users/me')).toMatchObject({ status: 401 })
})

test('every cookie that is set over https is Secure, HttpOnly and without a domain', async () => {
  const asked = await createBrowser(product.site, { ca }).post('/api/send-otp', { email: adminEmail })
  const lines = asked.headers.getSetCookie()
  expect(lines).not.toEqual([])
  for (const line of lines) expect(line).toMatch(/^__Host-(?=.*; Secure)(?=.*; HttpOnly)(?=.*; Path=\/)(?!.*domain)/i)
})

test('an inquiry over https is accepted from our own pages and refused from others', async () => {
  const visitor = createBrowser(product.site, { ca })
  const ours = { origin: product.site }
  expect(await visitor.post('/api/forms/submit', inquiry(), ours)).toMatchObject({ status: 200 })
  const theirs = { origin: product.site.replace('https:', 'http:'), 'sec-fetch-site': 'cross-site' }
  expect(await visitor.post('/api/forms/submit', inquiry(), theirs)).toMatchObject({ status: 403 })
})
