import type { WireRecord } from '../tables/read-record'
import type { DayReader } from './read-day'
import type { Offer, SeatOffers } from './seat-offers'

/** The offers of lessons in memory. */
export function offersInMemory(rows: Map<string, WireRecord>): SeatOffers {
  const kept = new Map<string, Offer[]>()
  const versionOf = (id: string) => (rows.get(id)?.updated_at as string | undefined) ?? null
  return {
    find: async (ids) =>
      new Map(
        ids.filter((id) => rows.has(id)).map((id) => [id, { version: versionOf(id), offers: kept.get(id) ?? [] }]),
      ),
    async replace(id, version, offers) {
      const row = rows.get(id)
      if (!row || versionOf(id) !== version) return false
      kept.set(id, [...offers])
      rows.set(id, { ...row, updated_at: new Date(Date.parse(version!) + 1).toISOString() })
      return true
    },
    async noteMailed(id, students) {
      kept.set(
        id,
        (kept.get(id) ?? []).map((offer) => (students.includes(offer.student) ? { ...offer, mailed: true } : offer)),
      )
    },
  }
}

/** A school without lessons. */
export const emptyDays: DayReader = {
  waiting: async () => ({ waiting: [], version: null }),
  mine: async () => ({ instructors: [], only: false }),
  today: async () => ({
    date: '2026-11-28',
    days: [],
    mine: [],
    mayMarkAttendance: true,
    inquiries: null,
    expiring: [],
  }),
  roster: async (_, date) => ({ date, lessons: [] }),
}
