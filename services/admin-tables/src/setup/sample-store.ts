import { seconds } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import { sampleInquiryMark, sampleRequestId } from '@app/contracts/setup'
import { recordLabel, type TableSchema } from '@app/table-schema'
import { type Document, ObjectId } from 'mongodb'
import type { Context } from '../context'
import { pendingField } from '../records/revision-store'
import type { StoredRevision } from '../records/stored-revision'
import { sampleIds } from '../seed/samples'
import type { Tables } from '../tables/module'
import { tableRecord } from '../tables/read-record'

const maxTimeMS = seconds(2)

/** `version` is the one that was read. `isChanged`: people have changed it since it was stored. */
export type Sample = { table: string; id: string; label: string; version: string; isChanged: boolean }
type SampleTable = { schema: TableSchema; samples: Sample[] }

type Deps = Pick<Context, 'collection'> & Pick<Tables, 'tables'>

/** True for changes of a person, apart from those that the deletion of another record made. */
const isEdit = ({ action, source }: Pick<StoredRevision, 'action' | 'source'>) =>
  action === 'update' && source !== 'unlink'

/** The sample records that are left, recognized by ids that no other record has. */
export function sampleStore({ collection, tables }: Deps) {
  async function inquiries(): Promise<Document[]> {
    const marked = await collection('seed_marks').findOne({ _id: sampleInquiryMark as never }, { maxTimeMS })
    if (!marked) return []
    const found = await collection(inquiryTable)
      .find({ request_id: { $regex: `^${sampleRequestId('')}` } }, { maxTimeMS })
      .toArray()
    return found.filter(({ _id, request_id }) => request_id === sampleRequestId(String(_id)))
  }

  const stored = (table: string, ids: readonly string[]): Promise<Document[]> =>
    collection(table)
      .find({ _id: { $in: ids.map((id) => new ObjectId(id)) } }, { maxTimeMS })
      .toArray()

  async function edited(table: string, documents: readonly Document[]): Promise<ReadonlySet<string>> {
    const ids = documents.map(({ _id }) => String(_id))
    const copied = await collection('revisions')
      .find({ table: { $eq: table }, record_id: { $in: ids }, action: 'update' }, { maxTimeMS })
      .project<Pick<StoredRevision, 'record_id' | 'action' | 'source'>>({ record_id: 1, action: 1, source: 1 })
      .toArray()
    const isWaiting = (document: Document) => ((document[pendingField] ?? []) as StoredRevision[]).some(isEdit)
    return new Set([
      ...copied.filter(isEdit).map(({ record_id }) => record_id),
      ...documents.filter(isWaiting).map(({ _id }) => String(_id)),
    ])
  }

  /** Inquiries have no history; the samples were last changed hours before they were stored. */
  const answered = (documents: readonly Document[]): ReadonlySet<string> =>
    new Set(
      documents
        .filter(({ _id, updated_at }) => updated_at > (_id as ObjectId).getTimestamp())
        .map(({ _id }) => String(_id)),
    )

  async function tableOf(
    name: string,
    documents: readonly Document[],
    changed: ReadonlySet<string>,
  ): Promise<SampleTable | undefined> {
    const schema = documents.length > 0 ? await tables.find(name) : undefined
    if (!schema) return undefined
    const samples = documents.map((document): Sample => {
      const record = tableRecord(schema, document)
      const { id } = record
      return {
        table: name,
        id,
        label: recordLabel(schema, record),
        version: String(record['updated_at']),
        isChanged: changed.has(id),
      }
    })
    return { schema, samples }
  }

  return {
    /** Tables that refer to others come before those. */
    async list(): Promise<SampleTable[]> {
      const described = [...sampleIds].map(async ([name, ids]) => {
        const documents = await stored(name, ids)
        return tableOf(name, documents, await edited(name, documents))
      })
      const received = inquiries().then((documents) => tableOf(inquiryTable, documents, answered(documents)))
      return (await Promise.all([...described, received])).filter((one) => one !== undefined)
    },
  }
}

export type SampleStore = ReturnType<typeof sampleStore>
