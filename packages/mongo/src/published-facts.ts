import { seconds } from '@app/contracts/durations'
import { completed, type StoredContent } from '@app/contracts/website/content'
import { factsOn, type SchoolFacts, shippedFacts } from '@app/contracts/website/school-facts'
import { schoolDay } from '@app/school-time/school-day'
import type { Db, Document } from 'mongodb'
import { timeLimit } from './connect'

/** Published facts are in mails and calendars after at most this time. */
const cachedFor = seconds(2)
const readWithin = seconds(2)

/**
 * Reads the facts that the school has published, those of the shipped content while it has published none. admin-tables owns them; the
 * other services may read them. While they cannot be read, the last known ones hold; `undefined` when none are known. The hours are those of
 * today: within a season, its days and hours.
 */
export function publishedFacts(db: () => Db, now = Date.now): () => Promise<SchoolFacts | undefined> {
  async function read(): Promise<SchoolFacts> {
    const options = { maxTimeMS: readWithin }
    const [[latest], cards] = await Promise.all([
      db()
        .collection<{ _id: number; content: StoredContent }>('site_versions')
        .find({}, { ...options, projection: { 'content.facts': 1, 'content.logo': 1, 'content.colors': 1 } })
        .sort({ _id: -1 })
        .limit(1)
        .toArray(),
      db()
        .collection('service_cards')
        .find({ published: { $eq: true } }, { ...options, projection: { icon: 1, price: 1 } })
        .sort({ position: 1, _id: 1 })
        .limit(24)
        .toArray(),
    ])
    const priced = cards.flatMap(({ icon, price }: Document) =>
      typeof price === 'number' ? [[icon, price] as const] : [],
    )
    const prices = Object.fromEntries(priced)
    if (!latest) return { facts: shippedFacts, prices, isSample: true }
    const { facts, logo, colors } = completed(latest.content)
    return { facts, prices, ...(logo && { logo }), ...(colors && { colors }) }
  }

  let known: SchoolFacts | undefined
  let last: { at: number; facts: Promise<SchoolFacts | undefined> } | undefined
  const current = (school: SchoolFacts | undefined) =>
    school && { ...school, facts: factsOn(school.facts, schoolDay(now())) }
  return async () => {
    if (last && now() - last.at < cachedFor) return current(await last.facts)
    const facts = timeLimit(read(), readWithin).then(
      (found) => {
        known = found
        return found
      },
      () => known,
    )
    last = { at: now(), facts }
    return current(await facts)
  }
}
