import { seconds } from '@app/contracts/durations'
import { idsIn } from '@app/contracts/erasures'
import { inquiryTable } from '@app/contracts/inquiries'
import type { PersonEntry } from '@app/contracts/person-file'
import { aboutPerson, type PersonPlace } from '@app/contracts/person-file'
import { personTables } from '@app/contracts/policy'
import { fullText, type TableSchema } from '@app/table-schema'
import { type Document, ObjectId } from 'mongodb'
import type { Bookings } from '../../bookings/module'
import type { Context } from '../../context'
import type { StoredImport } from '../../imports/import-store'
import type { Imports } from '../../imports/module'
import { scanImport } from '../../imports/scan-import'
import type { Records } from '../../records/module'
import type { PersonRecords } from '../../records/person-records'
import type { Website } from '../../website/module'
import { entry, fieldsOf, fieldTitle, iso, recordEntry, writtenIn } from './entries'
import type { FileFinder } from './person-files'

const options = { maxTimeMS: seconds(10) }

export type PlaceDeps = Pick<Context, 'collection'> &
  Pick<Records, 'persons' | 'references'> &
  Pick<Imports, 'imports'> &
  Pick<Bookings, 'received' | 'bookings'> &
  Pick<Website, 'personsOnPage'> & { find: (table: string) => Promise<TableSchema | undefined>; files: FileFinder }

export type Subject = { address: string; records: readonly string[] } & Awaited<ReturnType<PersonRecords['read']>>

/** The subject of an address: its records, live and in the trash, with their changes. */
export async function subjectOf({ persons }: Pick<PlaceDeps, 'persons'>, address: string): Promise<Subject> {
  const records = await persons.of(address)
  return { address, records, ...(await persons.read(records, address)) }
}

const inquiriesIn = (records: readonly string[]) => idsIn(records, inquiryTable).map((id) => new ObjectId(id))

/** Readers of a person's data. There is one for each place that an erasure empties. */
export function placeReaders(deps: PlaceDeps) {
  const { collection, persons, references, find, imports, received, bookings, personsOnPage, files } = deps
  const recordsOf = async (table: string, document: Document): Promise<PersonEntry> => {
    const schema = await find(table)
    return schema
      ? recordEntry(references, schema, document)
      : entry({ title: table, table, id: String(document['_id']), fields: fieldsOf(document) })
  }
  const readers: Record<PersonPlace, (subject: Subject) => Promise<PersonEntry[]>> = {
    records: ({ live }) => Promise.all(live.map(({ table, document }) => recordsOf(table, document))),

    trash: ({ trashed }) =>
      Promise.all(
        trashed.map(async ({ table, record, deleted_at, deleted_by }) => {
          const found = await recordsOf(table, record)
          const deleted = fieldsOf({ Deleted: deleted_at, 'Deleted by': deleted_by })
          return { ...found, fields: [...found.fields, ...deleted] }
        }),
      ),

    history: ({ history }) =>
      Promise.all(
        history.map(async ({ table, record_id, at, actor, action, changes = {} }) => {
          const schema = await find(table)
          const shown = Object.entries(changes).map(([name, [before, after]]) => {
            const field = schema?.properties[name] ?? { type: 'string' }
            const text = `${fullText(field, before, 'en-US') || '(empty)'} → ${fullText(field, after, 'en-US') || '(empty)'}`
            return { label: fieldTitle(schema, name), text }
          })
          const by = fieldsOf({ By: actor.email })
          return entry({ title: action, at: iso(at), table, id: record_id, fields: [...by, ...shown] })
        }),
      ),

    async copies({ address }) {
      const about = (text: unknown) => String(text).toLowerCase().includes(address)
      return (await persons.copies(address)).flatMap((inquiry) => {
        const named = (list: unknown) => ((list ?? []) as Document[]).filter(({ cc }) => about(cc))
        const { _id, replies, reply_drafts } = inquiry
        return writtenIn({ _id, replies: named(replies), reply_drafts: named(reply_drafts) })
      })
    },

    async waivers({ records }) {
      const filter = { student: { $in: idsIn(records) } }
      const found = await collection('waiver_signatures').find(filter, options).toArray()
      const versions = found.map(({ version }) => version)
      const texts = (await collection('waiver_texts')
        .find({ _id: { $in: versions } }, options)
        .toArray()) as Document[]
      return found.map(({ student, signer, relation, at, version, text_hash, until, drawing, typed, by }) =>
        entry({
          title: `Waiver signed by ${signer}`,
          at: iso(at),
          table: 'students',
          id: student,
          fields: fieldsOf({
            Relation: relation,
            'Valid until': until,
            'On the device of': by.email,
            Typed: typed,
            'Drawn, as an SVG path': drawing?.path,
            Version: version,
            'SHA-256 of the text': text_hash,
            Text: texts.find(({ _id }) => _id === version)?.['text'],
          }),
        }),
      )
    },

    async mailings({ address }) {
      const found = await collection('mailings').find(aboutPerson.mailings(address), options).toArray()
      return found.map(({ subject, text, by, created_at, mails = [], held = [] }) => {
        const mail = (mails as Document[]).find(({ to }) => to === address)
        const waiting = (held as Document[]).find(({ to }) => to === address)
        const state = mail?.['state'] ?? 'held'
        return entry({
          title: String(subject),
          at: iso(created_at),
          fields: fieldsOf({ From: by, To: mail?.['name'] ?? waiting?.['name'], Text: text, State: state }),
        })
      })
    },

    async incoming({ address, records, live, trashed }) {
      const filter = aboutPerson.incoming(address, inquiriesIn(records))
      // Their markup is in the raw mails, which are among the files.
      const projection = { html: 0, keys: 0, excerpt: 0 }
      const mails = await collection('inbound_mails')
        .find(filter, { ...options, projection })
        .toArray()
      const received = mails.map((mail) => {
        const { _id, from, sender, to = [], received_at, subject, text, quoted, inquiry, attachments = [], raw } = mail
        const kept = (attachments as Document[]).flatMap(({ name, type, file }) =>
          file ? [files.incoming(file, name, type)] : [],
        )
        return entry({
          title: 'Mail received',
          at: iso(received_at),
          ...(inquiry && { table: inquiryTable, id: String(inquiry) }),
          fields: fieldsOf({
            From: from?.address ?? sender,
            To: (to as Document[]).map((one) => one['address']).join(', '),
            Subject: subject,
            Text: text,
            Quoted: quoted,
          }),
          files: [...kept, files.incoming(raw, `mail-${_id}.eml`, 'message/rfc822')],
        })
      })
      const own = [...live.map(({ document }) => document), ...trashed.map(({ record }) => record)]
      return [...received, ...own.flatMap(writtenIn)].sort((one, other) =>
        String(one.at).localeCompare(String(other.at)),
      )
    },

    async suppression({ address }) {
      const found = (await collection('mail_addresses')
        .find(aboutPerson.suppression(address) as Document, options)
        .toArray()) as Document[]
      return found.map(({ reason, since, retried_at, status }) =>
        entry({
          title: reason ? `Unsubscribed and blocked: ${reason}` : 'Written to again',
          at: iso(since ?? retried_at),
          fields: fieldsOf({ Status: status }),
        }),
      )
    },

    async replyFiles({ address, records }) {
      const filter = aboutPerson.replyFiles(address, inquiriesIn(records))
      const found = await collection('reply_files.files').find(filter, options).toArray()
      return found.map(({ _id, uploadDate, metadata: { name, type, inquiry } }) =>
        entry({
          title: String(name),
          at: iso(uploadDate),
          table: inquiryTable,
          id: String(inquiry),
          files: [files.reply(_id, name, type)],
        }),
      )
    },

    async received({ address, records }) {
      const found: PersonEntry[] = []
      for await (const { at, rows } of received.about(address, idsIn(records)))
        for (const { cells, record, state } of rows)
          found.push(entry({ title: `Booking: ${state}`, at: iso(at), id: record, fields: fieldsOf(cells) }))
      return found
    },

    bookings: async ({ records }) =>
      (await bookings.about(idsIn(records))).map(({ key, record, applied_at }) =>
        entry({ title: `Booked elsewhere: ${key}`, at: iso(applied_at), id: record }),
      ),

    async imports({ address }) {
      const found: PersonEntry[] = []
      const fits = async (imported: StoredImport) => (await scanImport(imports, imported, address)).isMentioned
      for await (const { table, fileName, actor } of imports.fitting(personTables, fits))
        found.push(entry({ title: fileName, table, fields: fieldsOf({ 'Uploaded by': actor.email }) }))
      return found
    },

    async files({ address, records }) {
      const urls = await persons.filesOf(records, address)
      return (await files.uploaded(urls)).map(({ path, name, type, at }) =>
        entry({ title: name, at, fields: fieldsOf({ Type: type }), files: [path] }),
      )
    },

    async website({ address, records }) {
      const found = await personsOnPage.about({ names: await persons.namesOf(records), address })
      return found.map(({ title, text, places, photo }) =>
        entry({
          title: `Website: ${title}`,
          fields: fieldsOf({ [photo ? 'Description' : 'Text']: text, In: places.join(', ') }),
          files: photo ? [files.picture(photo)] : [],
        }),
      )
    },
  }
  return readers
}
