import * as v from 'valibot'
import { expect, test } from 'vitest'
import { origin, readEnv, serviceVariables } from '.'
import { productionErrors } from './production'

test.each([
  ['PUBLIC_ORIGIN', 'http://school.test', 'https://'],
  ['PUBLIC_ORIGIN', 'http://localhost:8080', 'https://'],
  ['PUBLIC_ORIGIN', 'https://archery.example', 'placeholder'],
  ['ADMIN_EMAILS', 'me@school.test, admin@archery.example', 'placeholder'],
  ['CONTACT_RECIPIENT', 'office@example.com', 'placeholder'],
  ['CONTACT_RECIPIENT', '', 'is missing'],
  ['MAIL_FROM', 'Archery School <no-reply@archery.example>', 'placeholder'],
  ['SYNTHETIC_INQUIRY_TO', 'watch@archery.example', 'placeholder'],
  ['SMTP_URL', 'smtp://user:password@mail.school.test:587', 'requireTLS=true'],
  ['SMTP_URL', 'smtps://user:password@mail.example', 'placeholder'],
  ['SMTP_URL', 'smtps://user:password@mail.school.test?tls.rejectUnauthorized=false', 'tls.rejectUnauthorized'],
  ['SMTP_URL', 'smtps://user:password@mail.school.test?tls.rejectUnauthorized=0', 'tls.rejectUnauthorized'],
  ['SMTP_URL', 'smtp://user:password@mail.school.test?requireTLS=true&ignoreTLS=true', 'ignoreTLS'],
  ['SMTP_URL', 'smtps://user:password@mail.school.test?tls.minVersion=TLSv1', 'tls.minVersion'],
  ['MONGODB_URI', 'mongodb://u:password@a:27017,b:27017/archery?tlsInsecure=true', 'tlsInsecure'],
  ['MONGODB_URI', 'mongodb+srv://u:password@a/archery?tlsAllowInvalidCertificates=true', 'tlsAllowInvalidCertificates'],
  ['MONGODB_URI', 'mongodb+srv://u:password@a/archery?tls=false', 'tls'],
  ['REDIS_URL', 'rediss://u:password@a?rejectUnauthorized=false', 'rejectUnauthorized'],
  ['FILES_S3', 'http://KEY:password@s3.school.test/bucket', 'https://'],
  ['FILES_S3', 'https://KEY:password@s3.example.com/bucket', 'placeholder'],
  ['INBOUND_IMAP_URL', 'imap://office@mail.school.test/INBOX', 'imaps://'],
  ['INBOUND_IMAP_URL', 'imaps://office@mail.example/INBOX', 'placeholder'],
  ['GOOGLE_ISSUER', 'http://identity.localhost:8026', 'development provider'],
  ['SEED_SAMPLES', 'true', 'sample records'],
  ['SEED_INQUIRIES', 'true', 'sample records'],
])('%s=%s is refused in production', (name, value, reason) => {
  const errors = productionErrors({ [name]: value })
  expect(errors).toEqual([expect.stringContaining(`${name}: `)])
  expect(errors[0]).toContain(reason)
  expect(errors[0]).not.toContain(':password@')
})

test('settings of a real site are accepted', () => {
  expect(
    productionErrors({
      PUBLIC_ORIGIN: 'https://archery.school.test',
      ADMIN_EMAILS: 'owner@school.test',
      CONTACT_RECIPIENT: 'office@school.test',
      MAIL_FROM: 'Archery School <no-reply@school.test>',
      SMTP_URL: 'smtp://user:password@mail.school.test:587?requireTLS=true',
      INBOUND_IMAP_URL: 'imaps://office%40school.test@mail.school.test/INBOX',
      GOOGLE_ISSUER: 'https://accounts.google.com',
      SEED_SAMPLES: 'false',
    }),
  ).toEqual([])
  expect(productionErrors({ SMTP_URL: 'smtps://mail.school.test?tls.minVersion=TLSv1.2' })).toEqual([])
  expect(productionErrors({ MONGODB_URI: 'mongodb://u:p@a/archery?tls=true&tlsInsecure=false' })).toEqual([])
  expect(productionErrors({ SMTP_URL: 'smtp://127.0.0.1:25' })).toEqual([])
})

const schema = v.object({ DEPLOYMENT: serviceVariables.DEPLOYMENT, PUBLIC_ORIGIN: origin })

test('a service checks for production settings unless DEPLOYMENT is development', () => {
  const source = { PUBLIC_ORIGIN: 'http://localhost:8080' }
  expect(() => readEnv(schema, source)).toThrow('PUBLIC_ORIGIN: must begin with https://')
  expect(() => readEnv(schema, { ...source, DEPLOYMENT: 'production' })).toThrow('https://')
  expect(readEnv(schema, { ...source, DEPLOYMENT: 'development' })).toMatchObject(source)
})
