import { cleanRichText } from '@app/rich-text/clean-rich-text'
import { payloadForCreate, validateRecord } from '@app/table-schema'
import { expect, test } from 'vitest'
import { seedRecords, seeds } from './module'
import { sampleRecords } from './samples'

test('the shipped tables show nothing of mails, tokens or sign-in internals', () => {
  const fields = seeds.flatMap(({ properties }) => Object.keys(properties))
  for (const secret of ['mails', 'replies', 'dedupe_key', 'idempotency_key', 'oidc_subject', 'access_requested_at'])
    expect(fields).not.toContain(secret)
})

test.each(seeds.map((seed) => [seed.name, seed] as const))('the first records of %s keep its rules', (name, seed) => {
  const records = [...seedRecords, ...sampleRecords(Date.parse('2026-05-01T10:00:00Z'))]
    .filter(({ table }) => table.name === name)
    .flatMap(({ records }): Record<string, unknown>[] => records)
  for (const record of records) {
    expect(validateRecord(seed, record)).toEqual({})
    // Fields without a value are stored as null.
    expect(payloadForCreate(seed, record)).toMatchObject(record)
    for (const [field, about] of Object.entries(seed.properties))
      if (about.format === 'rich_text' && record[field])
        expect(cleanRichText(String(record[field]))).toBe(record[field])
  }
})
