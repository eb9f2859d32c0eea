import type { PersonEntry, PersonFile } from '@app/contracts/person-file'
import { type PersonPlace, personPlaces } from '@app/contracts/person-file'
import { recordLabel, referenceFields, tabLabel } from '@app/table-schema'
import type { Document } from 'mongodb'
import type { Tables } from '../../tables/module'
import { tableRecord } from '../../tables/read-record'
import { entry, fieldsOf, fieldTitle, iso } from './entries'
import type { ArchivedFile, FileFinder } from './person-files'
import { type PlaceDeps, placeReaders, type Subject, subjectOf } from './places'

const maxLinks = 1_000
/** Consents of a person, or a parent: signed papers, photos, contact. */
const isConsent = /waiver|consent|permission|agree|photo release/i

/** `files` collects those of one person. */
type PersonFileDeps = Omit<PlaceDeps, 'files' | 'find'> & Pick<Tables, 'tables'> & { files: () => FileFinder }

/** Consents, with the wording and the day on which they were given; without a day where the history does not go back so far. */
async function consentsIn({ tables }: Pick<PersonFileDeps, 'tables'>, { live, history }: Subject) {
  const found: PersonEntry[] = []
  for (const { table, document } of live) {
    const schema = await tables.find(table)
    const id = String(document['_id'])
    for (const [name, field] of Object.entries(schema?.properties ?? {})) {
      const value = document[name]
      if (!schema || !isConsent.test(`${name} ${field.title}`) || value === undefined || value === null) continue
      const set = history
        .filter((one) => one.record_id === id && one.changes?.[name]?.[1] === value)
        .reduce<Date | undefined>((latest, { at }) => (latest && latest > at ? latest : at), undefined)
      const isDay = field.format === 'date'
      const answer = typeof value === 'boolean' || isDay ? value : 'On file'
      const by = history.find((one) => one.record_id === id && one.at === set)?.actor.email
      const fields = fieldsOf({ Text: field.description, Answer: answer, 'Set by': by })
      found.push(entry({ title: fieldTitle(schema, name), at: iso(set), table, id, fields }))
    }
  }
  return found
}

/** The records that name one of the person's: lessons with what was marked in them. */
async function linksTo({ tables, collection }: PersonFileDeps, { live }: Subject): Promise<PersonEntry[]> {
  const found: PersonEntry[] = []
  for (const schema of await tables.all())
    for (const { table, document } of live) {
      const names = referenceFields(schema).flatMap((one) => (one.table === table ? [one.name] : []))
      const id = String(document['_id'])
      if (names.length === 0) continue
      const filter = { $or: names.map((name) => ({ [name]: id })) }
      const start = schema.calendar?.start
      for (const one of await collection(schema.name)
        .find(filter)
        .sort(start ? { [start]: -1 } : { _id: -1 })
        .limit(maxLinks)
        .toArray()) {
        const as = names.filter((name) => [one[name]].flat().includes(id)).map((name) => fieldTitle(schema, name))
        const record = tableRecord(schema, one as Document)
        found.push(
          entry({
            title: `${schema.singular ?? tabLabel(schema)}: ${recordLabel(schema, record)}`,
            at: start ? String(record[start] ?? '') || null : null,
            table: schema.name,
            id: record.id,
            fields: fieldsOf({ As: as.join(', ') }),
          }),
        )
      }
    }
  return found
}

/** Reads everything that is stored about an address, and the files that it names. */
export const personFileReader =
  (deps: PersonFileDeps, now = () => new Date()) =>
  async (address: string): Promise<{ file: PersonFile; files: ArchivedFile[] }> => {
    const finder = deps.files()
    const readers = placeReaders({ ...deps, find: deps.tables.find, files: finder })
    const subject = await subjectOf(deps, address)
    const places = {} as Record<PersonPlace, PersonEntry[]>
    for (const place of personPlaces) places[place] = await readers[place](subject)
    const consents = await consentsIn(deps, subject)
    const lessons = await linksTo(deps, subject)
    const files = await finder.all()
    const stored = new Set(files.map(({ path }) => path))
    const sections = Object.fromEntries(
      Object.entries({ ...places, consents, lessons }).map(([id, entries]) => [
        id,
        entries.map((one) => ({ ...one, files: one.files.filter((path) => stored.has(path)) })),
      ]),
    ) as PersonFile['sections']
    const attachments = files.map(({ path, name, type, size }) => ({ path, name, type, size }))
    return { file: { email: address, createdAt: now().toISOString(), sections, attachments }, files }
  }

export type ReadPersonFile = ReturnType<typeof personFileReader>
