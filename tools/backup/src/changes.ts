import { createHash } from 'node:crypto'
import { BSON, type Db, type ObjectId } from 'mongodb'
import { documentOfId, idKeyOf, idOf } from './documents'
import { type Elsewhere, holdsPieces, piecesElsewhere } from './pieces'
import { documentsToKeep } from './raw-documents'

/** Digests of the documents of a collection by id. */
export type Digests = Map<string, string>

export type Sink = { changed(document: Buffer): Promise<void>; removed(id: Buffer): Promise<void> }

/** Documents of these are written once, so their ids are enough to find new ones: pieces of files, and the audit. */
const isWrittenOnce = (name: string) => /\.chunks$|^audit_log$/.test(name)
const piecesAtOnce = 8

/** For comparing documents of one's own, not for a signature: half of it is enough. */
const digestOf = (document: Buffer) => createHash('sha256').update(document).digest('base64').slice(0, 22)

function rawIds(db: Db, name: string): AsyncIterable<Buffer> {
  const projection = { _id: 1, ...(holdsPieces(name) && { files_id: 1, n: 1 }) }
  const found = db.collection(name).find({}, { raw: true, batchSize: 5_000, projection, hint: { _id: 1 } })
  return found as unknown as AsyncIterable<Buffer>
}

const keyOfId = (_id: ObjectId) => idKeyOf(Buffer.from(BSON.serialize({ _id })))

async function findNew(db: Db, name: string, before: Digests, sink: Sink, elsewhere: Elsewhere): Promise<Digests> {
  const others = holdsPieces(name) ? piecesElsewhere(db, name, elsewhere) : undefined
  const after: Digests = new Map()
  const fresh: string[] = []
  for await (const document of rawIds(db, name)) {
    const key = idKeyOf(document)
    others?.note(document)
    if (before.has(key)) after.set(key, '')
    else fresh.push(key)
  }
  for (let from = 0; from < fresh.length; from += piecesAtOnce) {
    const ids = fresh.slice(from, from + piecesAtOnce).map(idOf)
    const found = db.collection(name).find({ _id: { $in: ids as never[] } }, { raw: true })
    for await (const document of found as unknown as AsyncIterable<Buffer>) {
      after.set(idKeyOf(document), '')
      await sink.changed(document)
    }
  }
  for await (const { id, document } of others?.all((one) => before.has(keyOfId(one))) ?? []) {
    after.set(keyOfId(id), '')
    if (document) await sink.changed(document)
  }
  return after
}

async function compareAll(db: Db, name: string, before: Digests, sink: Sink, elsewhere: Elsewhere): Promise<Digests> {
  const after: Digests = new Map()
  const digest = isWrittenOnce(name) ? () => '' : digestOf
  for await (const document of documentsToKeep(db, name, elsewhere)) {
    const key = idKeyOf(document)
    const now = digest(document)
    after.set(key, now)
    if (before.get(key) !== now) await sink.changed(document)
  }
  return after
}

/** Passes on what of a collection has changed. Returns the digests of what it holds now. */
export async function findChanges(
  db: Db,
  name: string,
  before: Digests,
  sink: Sink,
  elsewhere: Elsewhere,
): Promise<Digests> {
  const isKnown = before.size > 0 && isWrittenOnce(name)
  const after = await (isKnown ? findNew : compareAll)(db, name, before, sink, elsewhere)
  for (const key of before.keys()) if (!after.has(key)) await sink.removed(documentOfId(key))
  return after
}
