import type { WaiverText } from '@app/contracts/waivers'
import { hashOf, type Signature, type WaiverStore } from './waiver-store'

/** Waivers in memory; version 1 is published, unless `isSample`. */
export function waiversInMemory({ isSample = false } = {}) {
  const created = '2026-05-01T10:00:00.000Z'
  const textOf = (version: number, text: string, months: number | null, by: string | null): WaiverText => ({
    ...{ version, text, months, by, hash: hashOf(text), createdAt: created, isSample: by === null },
  })
  const texts = [textOf(1, 'Please behave.', 12, isSample ? null : 'ivy@example.com')]
  const signatures: Signature[] = []
  let made = 0
  const waivers: WaiverStore = {
    newId: () => (0xa0 + made++).toString(16).padStart(24, '0'),
    prepare: async () => {},
    texts: async () => texts.toReversed(),
    current: async () => texts.at(-1)!,
    async publish(version, text, months, by) {
      if (texts.some((one) => one.version === version)) return undefined
      const added = textOf(version, text, months, by)
      texts.push(added)
      return added
    },
    async add(given) {
      const existing = signatures.find(({ id }) => id === given.id)
      if (!existing) signatures.push(given)
      return existing ?? given
    },
    find: async (wanted) => signatures.find(({ id }) => id === wanted),
    of: async (wanted) => signatures.filter(({ student }) => student === wanted).toReversed(),
    since: async (from) => signatures.filter(({ at }) => at >= from).toReversed(),
    async drop(gone) {
      signatures.splice(
        signatures.findIndex(({ id }) => id === gone),
        1,
      )
    },
    sweep: async () => 0,
  }
  return { waivers, texts, signatures }
}
