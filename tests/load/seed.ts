import { minutes } from '@app/contracts/durations'
import { MongoClient, ObjectId } from 'mongodb'

const interests = ['Lessons', 'Birthday Party', 'Corporate Event', 'Bow Building', 'Leagues', 'Other']

/** Inquiries as the forms service stores them, one a minute up to now, in the place of those of a run before. */
export async function seedInquiries(uri: string, count: number): Promise<void> {
  const client = await new MongoClient(uri).connect()
  const inquiries = Array.from({ length: count }, (_, i) => {
    const _id = new ObjectId()
    const at = new Date(Date.now() - minutes(i))
    const mail = {
      kind: 'notification',
      message_id: `<${_id}.notification@archery.example>`,
      to: 'desk@archery.example',
    }
    return {
      _id,
      form_id: 'contact_form',
      name: `Visitor ${i}`,
      email: `visitor${i}@example.com`,
      interest: interests[i % interests.length],
      message: `Question ${i}: I would like to know more about lessons for my two children, nine and eleven years old.`,
      request_id: `bench-${i}`,
      dedupe_key: `bench-${i}`,
      mails: [{ ...mail, state: 'sent', attempts: 1, due_at: null, lease: null, last_error: null, sent_at: at }],
      created_at: at,
      updated_at: at,
    }
  })
  for (const name of ['contact_submissions', 'bare_submissions']) await client.db().collection(name).deleteMany({})
  await client.db().collection('contact_submissions').insertMany(inquiries)
  await client.close()
}
