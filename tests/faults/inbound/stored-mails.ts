import type { Db, ObjectId } from 'mongodb'
import type { StoredConversation, StoredMail } from './check-mails'

const hex = (id: ObjectId | null | undefined) => id?.toHexString() ?? null

/** What the product has stored of incoming mail. A file counts where all of its bytes are there. */
export async function readStored(db: Db) {
  const bytes = new Map<string, number>()
  const sizes = db
    .collection('inbound_files.chunks')
    .aggregate<{ _id: ObjectId; bytes: number }>([
      { $group: { _id: '$files_id', bytes: { $sum: { $binarySize: '$data' } } } },
    ])
  for await (const { _id, bytes: size } of sizes) bytes.set(hex(_id)!, size)
  const files = new Map<string, number>()
  for await (const { _id, length } of db.collection('inbound_files.files').find())
    if (length === (bytes.get(hex(_id)!) ?? 0)) files.set(hex(_id)!, length)

  const named = new Set<string>()
  const stored: StoredMail[] = []
  for await (const mail of db.collection('inbound_mails').find()) {
    const own = [mail['raw'], ...(mail['attachments'] ?? []).map(({ file }: { file: ObjectId | null }) => file)]
    const ids = own.flatMap((file) => hex(file) ?? [])
    for (const id of ids) named.add(id)
    stored.push({
      ...{ id: hex(mail._id)!, keys: mail['keys'], state: mail['state'], inquiry: hex(mail['inquiry']) },
      ...{ isPending: mail['is_pending'] === true, rawLength: files.get(hex(mail['raw'])!) ?? null },
      files: { named: ids.length, there: ids.filter((id) => files.has(id)).length },
    })
  }
  const inquiries = await db
    .collection('contact_submissions')
    .find({}, { projection: { status: 1, incoming: 1 } })
    .toArray()
  const conversations = inquiries.map(
    ({ _id, status, incoming = [] }): StoredConversation => ({
      ...{ id: hex(_id)!, status, incoming: incoming.map((id: ObjectId) => hex(id)!) },
    }),
  )
  return { stored, conversations, unnamedFiles: [...files.keys()].filter((id) => !named.has(id)).length }
}
