import { listWaivers, listWaiverTexts, type Relation } from '@app/contracts/waivers'
import { queryOf } from '#lib/queries'

/** Every version of the text, the current one first. */
export const waiverTextsQuery = queryOf(listWaiverTexts)
export const notLoaded = 'The waiver could not be loaded. Signing needs a connection.'
export const signedWaiversQuery = (student: string) => queryOf(listWaivers, { params: { id: student } })

export const relationNames: Record<Relation, string> = {
  self: 'the student',
  parent: 'a parent',
  guardian: 'a guardian',
}
