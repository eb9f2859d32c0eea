import { seconds } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import { peopleTable } from '@app/contracts/policy'
import type { ReferencedRecord, References } from '@app/contracts/tables'
import {
  collation,
  contactFilters,
  type LabelMatches,
  labelFilter,
  matchingLabels,
  resolveReferrers,
  type Scope,
  searchWords,
  withinScope,
} from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import {
  badgeFields,
  badgesOf,
  deletedLabel,
  recordLabel,
  referencedIds,
  referencedTable,
  referenceFields,
  type Selection,
  type TableSchema,
  titleField,
} from '@app/table-schema'
import { type Db, type Document, ObjectId } from 'mongodb'
import type { WireRecord } from '../tables/read-record'
import { addressBadges, choiceDetails, emailFields, phoneFields } from './choice-details'
import { readReferrers } from './read-referrers'
import { rowReader } from './record-store'

/** The most records of a referenced table that one word of a search may match. */
const maxMatches = 200

type Tables = { all(): Promise<TableSchema[]>; find(name: string): Promise<TableSchema | undefined> }
type Chooser = {
  scope: Scope
  /** True if the records that refer may be changed. */
  mayRefer: boolean
}

const maxTimeMS = seconds(2)

const deletedRecord: ReferencedRecord = { label: deletedLabel, deleted: true }

/** The fields that a label and its badges are read from. */
const labelFields = (schema: TableSchema) =>
  new Set([titleField(schema), ...badgeFields(schema)].filter((name) => name !== undefined))

/** As the database sorts by `collation`. */
const titleOrder = new Intl.Collator(collation.locale, { sensitivity: 'accent' }).compare

/** Reads what records refer to, and who refers to them. */
export function referenceStore({ db, tables }: { db: () => Db; tables: Tables }, now = Date.now) {
  function labeled(schema: TableSchema, record: WireRecord, today: string, withBadges: boolean): ReferencedRecord {
    const label = recordLabel(schema, record)
    const badges = withBadges ? badgesOf(schema, record, today) : []
    return badges.length > 0 ? { label, badges } : { label }
  }

  const readRows = rowReader(db)
  const badgesOfAddresses = addressBadges(db)
  const detailsOf = choiceDetails(db)
  const read = (
    schema: TableSchema,
    filter: Document,
    options: Parameters<typeof readRows>[3],
    more: readonly string[] = [],
  ) => readRows(schema.name, filter, [...labelFields(schema), ...more], options)

  const titledIds = async (referenced: TableSchema, filter: Document) =>
    (await read(referenced, filter, { limit: maxMatches })).map(({ id }) => id)

  /**
   * Records whose title holds every word, in the order of their titles; with `labels`, also by address, phone, and the names, addresses
   * and phones of those whom they refer to.
   */
  async function titled(
    referenced: TableSchema,
    title: string,
    words: string[],
    limit: number,
    {
      within = {},
      more,
      labels,
    }: { within?: Document | undefined; more: readonly string[]; labels?: LabelMatches | undefined },
  ): Promise<WireRecord[]> {
    const sorted = { sort: { [title]: 1, _id: 1 } as const, limit, collation }
    if (words.length === 0) return read(referenced, within, sorted, more)
    const holds = (word: string) => {
      const contacts = labels ? contactFilters(referenced, word) : []
      const others = labels ? referenceFields(referenced) : []
      const related = others.flatMap(({ name, table }) => {
        const ids = labels?.get(word)?.get(table) ?? []
        return ids.length > 0 ? [{ [name]: { $in: [...ids] } }] : []
      })
      const all = [labelFilter(title, word), ...contacts, ...related]
      return all.length > 1 ? { $or: all } : all[0]!
    }
    const filter = { $and: [...words.map(holds), within] }
    // Words that few records hold: for a sorted answer the database would fetch every record along the index, which takes
    // several times as long as reading them as they are stored.
    const matches = await read(referenced, filter, { limit: maxMatches + 1 }, more)
    if (matches.length > maxMatches) return read(referenced, filter, sorted, more)
    const titleOf = (record: WireRecord) => String(record[title])
    return matches.toSorted((a, b) => titleOrder(titleOf(a), titleOf(b)) || (a.id < b.id ? -1 : 1)).slice(0, limit)
  }

  async function labels(table: string, ids: readonly string[], withBadges: boolean) {
    const schema = await tables.find(table)
    const filter = { _id: { $in: ids.map((id) => new ObjectId(id)) } }
    const found = schema ? await read(schema, filter, { limit: ids.length }) : []
    const today = schoolDay(now())
    const all: Record<string, ReferencedRecord> = {}
    for (const id of ids) all[id] = deletedRecord
    for (const record of found) all[record.id] = labeled(schema!, record, today, withBadges)
    return all
  }

  /** Labels with badges, of what the scope holds; the others alone. */
  async function labelsWithin(table: string, ids: readonly string[], scope: Scope) {
    const reach = scope.reach(table)
    if (reach !== 'own') return labels(table, ids, reach === 'all')
    const filter = await withinScope(scope, table, { _id: { $in: ids.map((id) => new ObjectId(id)) } })
    const own = (await readRows(table, filter, [], { limit: ids.length })).map(({ id }) => id)
    const [all, badged] = await Promise.all([
      labels(table, ids, false),
      own.length > 0 ? labels(table, own, true) : undefined,
    ])
    return { ...all, ...badged }
  }

  /** Those of some records that a field of a table names, in the records that the scope holds. */
  async function referredTo(
    table: string,
    field: string,
    records: readonly WireRecord[],
    scope: Scope,
  ): Promise<WireRecord[]> {
    const filter = await withinScope(scope, table, { [field]: { $in: records.map(({ id }) => id) } })
    const named = new Set<unknown>(await db().collection(table).distinct(field, filter, { maxTimeMS }))
    return records.filter(({ id }) => named.has(id))
  }

  return {
    /**
     * The records that these refer to, by one query per table; nothing where their table has no references. Of records outside the
     * scope, or without one, there is only the label.
     */
    async of(schema: TableSchema, records: readonly WireRecord[], scope?: Scope): Promise<References | undefined> {
      const fields = referenceFields(schema)
      if (fields.length === 0) return undefined
      const wanted = new Map<string, Set<string>>()
      for (const { name, table } of fields) {
        const ids = wanted.get(table) ?? new Set()
        for (const record of records) for (const id of referencedIds(record[name])) ids.add(id)
        wanted.set(table, ids)
      }
      const entries = [...wanted].map(async ([table, ids]) => [
        table,
        ids.size === 0 ? {} : scope ? await labelsWithin(table, [...ids], scope) : await labels(table, [...ids], false),
      ])
      return Object.fromEntries(await Promise.all(entries))
    },

    /** The names of records of one table. */
    labels: (table: string, ids: readonly string[]) => labels(table, ids, false),

    /**
     * Records that a field may name, by the words of a search, in the order of their labels; `undefined` for another field.
     * Users who may neither see nor refer to the records get only those that are referred to already, by what they may see.
     */
    async choices(schema: TableSchema, field: string, q: string, limit: number, { scope, mayRefer }: Chooser) {
      const about = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined
      const table = about && referencedTable(about)
      const referenced = table === undefined ? undefined : await tables.find(table)
      const title = referenced && titleField(referenced)
      if (!referenced || !title) return undefined
      const words = searchWords(q)
      const isSeen = scope.reach(referenced.name) !== 'none'
      // The addresses of all accounts are for admins only, who see the table.
      const all = isSeen || (mayRefer && referenced.name !== peopleTable)
      const within = isSeen ? await scope.filterOf(referenced.name) : undefined
      // That an address does not work says that the school has written to it, which those know who see the inquiries.
      const addresses = isSeen && scope.reach(inquiryTable) === 'all' ? emailFields(referenced) : []
      const phones = isSeen ? phoneFields(referenced) : []
      const found = await titled(referenced, title, words, all ? limit : maxMatches, {
        within,
        more: [...addresses, ...phones],
        labels: isSeen ? await matchingLabels({ find: tables.find, ids: titledIds, scope }, referenced, q) : undefined,
      })
      const shown = all ? found : await referredTo(schema.name, field, found, scope)
      const today = schoolDay(now())
      const chosen = shown.slice(0, limit)
      const [ended, details] = await Promise.all([
        badgesOfAddresses(chosen, addresses, today),
        detailsOf(schema, field, chosen, phones, scope),
      ])
      return chosen.map((record) => {
        const about = labeled(referenced, record, today, isSeen)
        const badge = ended.get(record.id)
        const detail = details.get(record.id)
        return {
          id: record.id,
          ...about,
          ...(badge && { badges: [...(about.badges ?? []), badge] }),
          ...(detail && { detail }),
        }
      })
    },

    /** The labels of referenced records that the words of a search match. */
    matching: (schema: TableSchema, q: string, scope?: Scope): Promise<LabelMatches> =>
      matchingLabels({ find: tables.find, ids: titledIds, ...(scope && { scope }) }, schema, q),

    /** A selection without filters by records that refer to its own: with the ids that these stand for. */
    resolved: <S extends Selection>(schema: TableSchema, selection: S, scope: Scope): Promise<S> =>
      resolveReferrers({ db, find: tables.find }, schema, selection, scope),

    referrers: readReferrers({ db, tables }, now),
  }
}

export type ReferenceStore = ReturnType<typeof referenceStore>

/** A record, and under the reserved name `references` what it refers to, as far as the scope reaches. */
export const addReferences =
  (references: Pick<ReferenceStore, 'of'>) =>
  async (scope: Scope, schema: TableSchema, record: WireRecord): Promise<WireRecord> => {
    const referred = await references.of(schema, [record], scope)
    return referred ? ({ ...record, references: referred } as WireRecord) : record
  }
