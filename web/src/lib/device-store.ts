import { schoolDay, startOfDay } from '@app/school-time/school-day'
import { delMany, entries, get, promisifyRequest, set, type UseStore } from 'idb-keyval'
import * as v from 'valibot'

/** The days whose lessons are kept on the device: today and tomorrow at the school. */
export function keptDays(): { today: string; tomorrow: string } {
  const today = schoolDay()
  return { today, tomorrow: schoolDay(startOfDay(today, 1).getTime()) }
}

/** Milliseconds until the day at the school is over. */
export const untilMidnight = () => startOfDay(schoolDay(), 1).getTime() - Date.now()

const database = 'staff'
const store = 'kept'

const kept = v.object({ until: v.optional(v.string()), value: v.unknown() })

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database)
    request.onupgradeneeded = () => request.result.createObjectStore(store)
    promisifyRequest(request).then((db) => {
      db.onclose = () => {
        opened = undefined
      }
      resolve(db)
    }, reject)
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

/** A write is complete when it is on the disk: a device whose battery ends right after it still has it. */
const strict: UseStore = async (mode, callback) =>
  callback((await open()).transaction(store, mode, { durability: 'strict' }).objectStore(store))

const isAvailable = () => typeof indexedDB !== 'undefined'

/** Whose values are read and written; each user of a device has their own. */
let owner = ''
/** A key that begins with a slash belongs to the device. */
const keyOf = (key: string) => (key.startsWith('/') ? key : `${owner}/${key}`)

let logouts = 0

/** Names the user of the page. */
export function openDevice(user: string) {
  owner = user
}

/** Differs for each user, and after each logout: what a page still has in memory belongs to one of these. */
export const deviceTurn = () => `${owner}/${logouts}`

/**
 * Keeps a value on this device, until the end of a day at the school if one is given. Resolves with whether it was stored:
 * a private window or a full disk may refuse.
 */
export async function keep(key: string, value: unknown, until?: string): Promise<boolean> {
  if (!isAvailable()) return false
  try {
    await set(keyOf(key), until === undefined ? { value } : { until, value }, strict)
    return true
  } catch {
    return false
  }
}

const isOutdated = (until: string | undefined) => until !== undefined && until < schoolDay()

/** A value of this user; undefined when there is none, its day is over, or it has another shape. */
export async function readKept<S extends v.GenericSchema>(
  key: string,
  shape: S,
): Promise<v.InferOutput<S> | undefined> {
  if (!isAvailable()) return undefined
  try {
    const found = v.safeParse(kept, await get(keyOf(key), strict))
    if (!found.success || isOutdated(found.output.until)) return undefined
    const value = v.safeParse(shape, found.output.value)
    return value.success ? value.output : undefined
  } catch {
    return undefined
  }
}

async function all(): Promise<[key: string, stored: unknown][]> {
  try {
    return isAvailable() ? await entries<string, unknown>(strict) : []
  } catch {
    return []
  }
}

/** The values of this user whose keys begin with `prefix`, by the rest of their keys. */
export async function readAllKept<S extends v.GenericSchema>(
  prefix: string,
  shape: S,
): Promise<[rest: string, value: v.InferOutput<S>][]> {
  const start = keyOf(prefix)
  return (await all()).flatMap(([key, stored]) => {
    const found = v.safeParse(kept, stored)
    if (!key.startsWith(start) || !found.success || isOutdated(found.output.until)) return []
    const value = v.safeParse(shape, found.output.value)
    return value.success ? [[key.slice(start.length), value.output] as [string, v.InferOutput<S>]] : []
  })
}

async function drop(which: (key: string, until: string | undefined) => boolean) {
  try {
    const found = (await all()).flatMap(([key, stored]) => {
      const read = v.safeParse(kept, stored)
      return which(key, read.success ? read.output.until : undefined) ? [key] : []
    })
    if (found.length > 0) await delMany(found, strict)
  } catch {
    // An outdated value is never read; the next page deletes it.
  }
}

/** Deletes values of this user. */
export const forget = async (...keys: string[]) => {
  if (isAvailable()) await delMany(keys.map(keyOf), strict).catch(() => {})
}

/** Deletes everything that was kept for a day that is over. Entries without such a day, such as unsent ones, stay. */
export const forgetOutdated = () => drop((_key, until) => isOutdated(until))

/** Deletes all that was kept for a day, of all users; what they have not sent stays, each for its own user. */
export const forgetDays = () => drop((_key, until) => until !== undefined)

/** Deletes all that was kept of other users for a day: the device has changed hands. */
export const forgetDaysOfOthers = () =>
  drop((key, until) => until !== undefined && !key.startsWith('/') && !key.startsWith(keyOf('')))

/** Deletes everything of this user, and what was kept of others for a day. */
export function forgetUser() {
  logouts += 1
  return drop((key, until) => until !== undefined || key.startsWith(keyOf('')))
}

export const countUnsent = async (): Promise<number> =>
  (await all()).filter(([key, stored]) => {
    const found = v.safeParse(kept, stored)
    return key.startsWith(keyOf('')) && found.success && found.output.until === undefined
  }).length
