import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { selfSigned } from '../../../../nginx/certificate'
import { inWords } from './metrics'
import { backupRow, certificateRow, mailRows, replicaRows } from './rows'

const folder = mkdtempSync(join(tmpdir(), 'status-'))

test('replicas are counted per service, and one that is not ready is marked', () => {
  const replica = (service: string, status = 'healthy') => ({ service, status, ready: status === 'healthy' })
  expect(replicaRows([replica('auth'), replica('forms'), replica('forms', 'starting')])).toEqual([
    { name: 'auth', text: '1 ready', attention: false },
    { name: 'forms', text: '1 of 2 ready (starting)', attention: true },
  ])
})

test('the queue and the oldest unsent mail come from the metrics', () => {
  const metrics = [
    'mail_queue_jobs{queue="inquiry-mail",state="waiting"} 3',
    'mail_queue_jobs{queue="sign-in-mail",state="delayed"} 1',
    'mail_queue_jobs{queue="sign-in-mail",state="failed"} 9',
    'outbox_inquiries{mails="failed"} 0',
    'outbox_oldest_unsent_seconds{to="school"} 5400',
  ].join('\n')
  expect(mailRows(metrics)).toEqual([
    { name: 'Queues', text: '4 jobs waiting, 0 inquiries with a failed mail', attention: false },
    { name: 'Oldest mail', text: 'unsent for 90 min', attention: true },
    { name: 'Synthetic inquiry', text: 'none yet; the first is sent five minutes after the start' },
  ])
  const arrived = (age: number) => `synthetic_inquiry_last_arrival_timestamp_seconds ${Date.now() / 1_000 - age}`
  expect(mailRows(arrived(600))[2]).toMatchObject({ text: 'arrived 10 min ago', attention: false })
  expect(mailRows(arrived(10_800))[2]).toMatchObject({ text: 'arrived 3 h ago', attention: true })
  expect(mailRows('')[1]).toMatchObject({ text: 'none unsent', attention: false })
  expect(mailRows(undefined)[0]).toMatchObject({ attention: true })
})

test('a certificate that ends soon and a missing one are marked', () => {
  const { TLS_CERTIFICATE } = selfSigned(folder)
  expect(certificateRow({ TLS_CERTIFICATE })).toMatchObject({
    text: expect.stringMatching(/^valid for [12] days$/),
    attention: true,
  })
  expect(certificateRow({ TLS_CERTIFICATE: '/no/such/file' }).attention).toBe(true)
  expect(certificateRow({}).text).toBe('none (http)')
})

test('no backup, or an old one, is marked', () => {
  const backups = join(folder, 'backups')
  expect(backupRow(backups).attention).toBe(true)
  mkdirSync(backups)
  const archive = join(backups, 'archery-1.tar.gz')
  writeFileSync(archive, '')
  expect(backupRow(backups)).toMatchObject({ attention: false })
  const threeDaysAgo = Date.now() / 1_000 - 3 * 86_400
  utimesSync(archive, threeDaysAgo, threeDaysAgo)
  expect(backupRow(backups)).toEqual({ name: 'Last backup', text: '3 d ago', attention: true })
})

test.each([
  [42, '42 s'],
  [600, '10 min'],
  [10_800, '3 h'],
  [345_600, '4 d'],
])('%s seconds are %s', (seconds, words) => {
  expect(inWords(seconds)).toBe(words)
})
