import { type Db, GridFSBucket, ObjectId } from 'mongodb'

/** Stores an unmatched mail with a file. */
export async function storeUnmatchedMail(db: Db): Promise<{ id: string; file: string }> {
  const id = new ObjectId()
  const file = new GridFSBucket(db, { bucketName: 'inbound_files' }).openUploadStream('raw', {
    metadata: { mail: id, kind: 'raw' },
  })
  await new Promise<void>((done) => file.end('Subject: x', () => done()))
  const about = { sender: 'max@example.com', state: 'unmatched', due_at: null, attempts: 1, size: 10 }
  await db
    .collection('inbound_mails')
    .insertOne({ _id: id, keys: [id.toHexString()], raw: file.id, received_at: new Date(), ...about })
  return { id: id.toHexString(), file: file.id.toHexString() }
}
