import { days, hours, minutes, seconds } from '@app/contracts/durations'
import type { Property } from './components'
import type { Zone } from './zone-clock'

/** Why an event cannot be read, for a person; `zone` is the unknown name of a zone. */
export class Unreadable extends Error {
  readonly zone: string | undefined

  constructor(message: string, zone?: string) {
    super(message)
    this.zone = zone
  }
}

/** A time as it is written: what a clock shows, and how far it is from UTC where the text says so. */
export type Stamp = { wall: number; isDate: boolean; offset: number | undefined }
/** A time in its zone. */
export type Moment = { wall: number; isDate: boolean; zone: Zone }

const pattern =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d{0,9})?)?)?(?: ?(Z|UTC|GMT)| ?([+-])(\d\d):?(\d\d)?)?$/
const shown = (text: string) => `“${text.trim().slice(0, 40)}”`

/** `20261205T100000Z`, `20261205`, and the longer forms of ISO 8601. @throws Unreadable */
export function stampOf(text: string): Stamp {
  const found = pattern.exec(
    text
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toUpperCase(),
  )
  if (!found) throw new Unreadable(`${shown(text)} is no time`)
  const [, year, month, day, hour, minute, second, z, sign, aheadHours, aheadMinutes] = found
  const years = Number(year)
  const months = Number(month) - 1
  const days = Number(day)
  const midnight = Date.UTC(years, months, days)
  const date = new Date(midnight)
  const h = Number(hour ?? 0)
  const m = Number(minute ?? 0)
  const s = Math.min(Number(second ?? 0), 59)
  const isTime = (h < 24 && m < 60) || (h === 24 && m === 0 && s === 0)
  if (years < 1000 || date.getUTCMonth() !== months || date.getUTCDate() !== days || !isTime)
    throw new Unreadable(`${shown(text)} is no time`)
  const isDate = hour === undefined
  const ahead = hours(Number(aheadHours ?? 0)) + minutes(Number(aheadMinutes ?? 0))
  const signed = sign === undefined ? undefined : sign === '-' ? -ahead : ahead
  return {
    wall: midnight + hours(h) + minutes(m) + seconds(s),
    isDate,
    offset: isDate ? undefined : z ? 0 : signed,
  }
}

/** Dates of a property, one or a list. A time at midnight that calls itself a date is one. */
export const stampsIn = ({ value, params }: Property): Stamp[] =>
  value
    .split(',')
    .filter((one) => one.trim() !== '')
    .map((one) => {
      const stamp = stampOf(one.split('/')[0]!)
      const isDate = stamp.isDate || (params['VALUE']?.toUpperCase() === 'DATE' && stamp.wall % days(1) === 0)
      return { ...stamp, isDate }
    })

const durationPattern = /^([+-])?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/

/** In milliseconds. @throws Unreadable */
export function durationOf(text: string): number {
  const found = durationPattern.exec(text.replaceAll(/\s/g, '').toUpperCase())
  const [, sign, ...given] = found ?? []
  if (!found || given.every((one) => one === undefined)) throw new Unreadable(`${shown(text)} is no length of time`)
  const [w, d, h, m, s] = given.map((one) => Number(one ?? 0)) as [number, number, number, number, number]
  const length = days(w * 7 + d) + hours(h) + minutes(m) + seconds(s)
  return sign === '-' ? -length : length
}
