import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { type InboundDeps, inboundActions } from './inbound-actions'
import type { InboundMail } from './inbound-mail'
import { toMessage } from './messages'

const mailOf = (more: Partial<InboundMail>): InboundMail => ({
  ...{ _id: new ObjectId(), keys: [], raw: new ObjectId(), size: 1, received_at: new Date(0) },
  ...{ sender: 'site@forms.example', state: 'unmatched', due_at: null, attempts: 0 },
  from: { name: 'Website', address: 'site@forms.example' },
  text: 'When do you open?',
  ...more,
})

/** What an inquiry that is made of a mail holds. */
async function madeOf(mail: InboundMail, confirmed?: string) {
  const inserted: unknown[] = []
  const deps = {
    journal: { find: async () => mail, attach: async () => mail },
    submissions: {
      insert: async ({ fields }: { fields: unknown }) => {
        inserted.push(fields)
        return { submission: { _id: new ObjectId() } }
      },
    },
  } as unknown as InboundDeps
  await inboundActions(deps).makeInquiry(mail._id.toHexString(), 'request', confirmed)
  return inserted[0]
}

test('an inquiry that is made of the mail of a form is the visitor’s, who is named as whom to answer', async () => {
  const message = 'When do you open?'
  expect(
    await madeOf(mailOf({ reply_to: [{ name: 'Ann Lee', address: 'ann@example.org' }] }), 'Ann@example.org'),
  ).toEqual({
    ...{ name: 'Ann Lee', email: 'ann@example.org', message },
  })
  expect(await madeOf(mailOf({ reply_to: [{ name: '', address: 'ann@example.org' }] }), 'ann@example.org')).toEqual({
    ...{ name: 'ann', email: 'ann@example.org', message },
  })
  for (const reply_to of [[], [{ name: 'Nobody', address: 'nowhere' }]])
    expect(await madeOf(mailOf({ reply_to }))).toEqual({ name: 'Website', email: 'site@forms.example', message })
})

test('an address that nothing proves has to be named', async () => {
  const mail = mailOf({ reply_to: [{ name: 'Ann Lee', address: 'ann@example.org' }] })
  for (const confirmed of [undefined, '', 'site@forms.example', 'other@example.org'])
    await expect(madeOf(mail, confirmed)).rejects.toMatchObject({
      code: 'conflict',
      details: { unproven: ['ann@example.org'] },
    })
})

test('a mail says why it has no text, and that its subject alone calls it automatic', () => {
  const mail = mailOf({ readable: true, textless: 'calendar', automated: true, is_maybe_automatic: true })
  expect(toMessage(mail)).toMatchObject({ textless: 'calendar', automated: true, maybeAutomatic: true })
  expect(toMessage(mailOf({ readable: true }))).not.toHaveProperty('textless')
})
