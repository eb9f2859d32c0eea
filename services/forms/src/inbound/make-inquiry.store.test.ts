import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'
import { submissionStore } from '../inquiries/submission'
import { arrivedMails } from './arrived-mails'
import { type InboundDeps, inboundActions } from './inbound-actions'
import type { InboundMail } from './inbound-mail'
import { toMessage } from './messages'

const mailOf = (more: Partial<InboundMail>): InboundMail => ({
  ...{
    _id: new ObjectId(),
    keys: [new ObjectId().toHexString()],
    raw: new ObjectId(),
    size: 1,
    received_at: new Date(0),
  },
  ...{ sender: 'site@forms.example', state: 'unmatched', due_at: null, attempts: 0 },
  from: { name: 'Website', address: 'site@forms.example' },
  text: 'When do you open?',
  ...more,
})

const { collection, inquiries, mongo } = formsDatabase()
const deps: Partial<InboundDeps> = {
  arrived: arrivedMails(mongo.db),
  submissions: submissionStore(mongo.connection, 'archery.example'),
}

/** What an inquiry that is made of a mail holds. */
async function madeOf(mail: InboundMail, confirmed?: string) {
  const { insertedId } = await collection<InboundMail>('inbound_mails').insertOne(mail)
  const id = await inboundActions(deps as InboundDeps).makeInquiry(insertedId.toHexString(), 'request', confirmed)
  const { name, email, message } = (await inquiries()).find(({ _id }) => String(_id) === id)!
  return { name, email, message }
}

test('an inquiry that is made of the mail of a form is the visitor’s, who is named as whom to answer', async () => {
  const message = 'When do you open?'
  expect(
    await madeOf(mailOf({ reply_to: [{ name: 'Ann Lee', address: 'ann@example.org' }] }), 'Ann@example.org'),
  ).toEqual({ name: 'Ann Lee', email: 'ann@example.org', message })
  expect(await madeOf(mailOf({ reply_to: [{ name: '', address: 'ann@example.org' }] }), 'ann@example.org')).toEqual({
    ...{ name: 'ann', email: 'ann@example.org', message },
  })
  for (const reply_to of [[], [{ name: 'Nobody', address: 'nowhere' }]])
    expect(await madeOf(mailOf({ reply_to }))).toEqual({ name: 'Website', email: 'site@forms.example', message })
})

test('an address that nothing proves has to be named', async () => {
  const reply_to = [{ name: 'Ann Lee', address: 'ann@example.org' }]
  for (const confirmed of [undefined, '', 'site@forms.example', 'other@example.org'])
    await expect(madeOf(mailOf({ reply_to }), confirmed)).rejects.toMatchObject({
      code: 'conflict',
      details: { unproven: ['ann@example.org'] },
    })
  expect(await inquiries()).toEqual([])
})

test('a mail says why it has no text, and that its subject alone calls it automatic', () => {
  const mail = mailOf({ readable: true, textless: 'calendar', automated: true, is_maybe_automatic: true })
  expect(toMessage(mail)).toMatchObject({ textless: 'calendar', automated: true, maybeAutomatic: true })
  expect(toMessage(mailOf({ readable: true }))).not.toHaveProperty('textless')
})
