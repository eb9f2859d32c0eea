import { inquiryTable } from '@app/contracts/inquiries'
import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { mailBudget } from '../addresses/mail-budget'
import { formsDatabase, inquiryId } from '../app.fixture'
import type { Submission } from '../inquiries/submission-document'
import { inquiryStore } from './inquiry'
import { inquiryActions } from './inquiry-actions'
import { replyFiles } from './reply-files'

const { collection, inquiries: stored, mongo, storeInquiry } = formsDatabase()
const caps = { mailingsPerPerson: 9, recipientsPerPerson: 9, recipientsPerAccount: 9, recipientsPerSite: 9 }

test('a reply to an inquiry that changes at each attempt is a clear error, not an attempt without end', async () => {
  await storeInquiry({ thread_key: 'k' })
  const inquiries = inquiryStore(mongo.connection)
  const setReplies = (replies: object[]) =>
    collection<Submission>(inquiryTable).updateOne(
      { _id: new ObjectId(inquiryId) as never },
      { $set: { replies: replies as Submission['replies'] & object } },
    )
  const other = { message_id: '<r1@x>', subject: 'S', text: 'T', by: 'eve@archery.example', at: new Date() }
  let attempts = 0
  const { reply } = inquiryActions({
    inquiries: {
      ...inquiries,
      // After each reading a colleague answers, and takes it back before the next.
      async find(id: string) {
        attempts++
        await setReplies([])
        const found = await inquiries.find(id)
        await setReplies([other])
        return found
      },
    },
    files: replyFiles(mongo.db),
    mailDomain: 'archery.example',
    budget: mailBudget(mongo.db, { ...caps, noticesPerSite: 9 }),
  } as never)
  const request = { subject: 'Re', text: 'Welcome.', seen: inquiryId }
  const answer = reply(inquiryId, request as never, { by: 'Ada', person: 'a', key: 'k', requestId: 'r' })
  await expect(answer).rejects.toMatchObject({ code: 'unavailable' })
  expect(attempts).toBe(5)
  expect((await stored())[0]).toMatchObject({ replies: [{ message_id: '<r1@x>' }], mails: [], status: 'new' })
})
