import { AppError } from '@app/contracts/errors'

/** Values of a payload, by where they are: `payload.attendees.0.email`. */
export type Cells = Record<string, string>

const maxColumns = 300
const maxDepth = 12
const maxName = 200
const maxValue = 5_000
/** Of the names and values of all bookings of a delivery. Names are paths, so a short body can have long ones. */
const maxSigns = 512 * 1024
const tooMuch =
  'The values of the delivery and their paths have more than 524,288 characters. Send fewer bookings at once.'
/** Of a payload that is a single value. */
const plain = 'text'
const leftOutName = '(left out)'
/** Of the number of values that are not shown. */
const noteBytes = 60

/**
 * The texts, numbers and truths of a payload, each with its path. Lists of plain values are one value, joined as an import reads
 * lists. What is nested too deeply, too long, or beyond the number of columns, is left out and counted as `(left out)`.
 */
export function columnsOf(payload: unknown): Cells {
  const cells: Cells = {}
  let count = 0
  let leftOut = 0
  let cut = 0
  const put = (path: string, value: string) => {
    if (path === '' && value === '') return
    if (path.length > maxName || count >= maxColumns) {
      leftOut++
      return
    }
    count++
    // A name may hold a point itself.
    const name = path || plain
    const own = Object.hasOwn(cells, name) ? `${name} (${count})` : name
    cells[own] = value.slice(0, maxValue)
    if (value.length > maxValue) cut++
  }
  const isPlain = (value: unknown) => value === null || typeof value !== 'object'
  const visit = (value: unknown, path: string, depth: number): void => {
    if (value === undefined) return
    if (depth > maxDepth) {
      leftOut++
      return
    }
    if (Array.isArray(value) && value.every(isPlain)) put(path, value.filter((one) => one !== null).join('; '))
    else if (value === null || typeof value !== 'object') put(path, value === null ? '' : String(value))
    else for (const [key, one] of Object.entries(value)) visit(one, path === '' ? key : `${path}.${key}`, depth + 1)
  }
  visit(payload, '', 0)
  const lost = [leftOut > 0 && `${leftOut} more values`, cut > 0 && `the end of ${cut} long values`].filter(Boolean)
  if (lost.length > 0) cells[leftOutName] = lost.join(', ')
  return cells
}

/**
 * The columns of the bookings of a delivery. Those that come after the room is used up would be lost, so none is taken.
 *
 * @throws AppError `payload_too_large` when their names and values have more than 512 K characters
 */
export function rowsOf(payloads: readonly unknown[]): Cells[] {
  let signs = 0
  return payloads.map((payload) => {
    const cells = columnsOf(payload)
    for (const [name, value] of Object.entries(cells)) signs += name.length + value.length
    if (signs > maxSigns) throw new AppError('payload_too_large', tooMuch)
    return cells
  })
}

/** The beginning of a text, without half of a sign at its end. */
export const beginning = (text: string, max: number) => text.slice(0, max).replace(/\p{Surrogate}$/u, '')

/** Of a value that is shown as a sample. */
const maxSample = 200

/**
 * Bookings with as many names as one may have, the wanted ones first: a sender may give new ones each time. A value is cut.
 */
export function sampledRows(rows: readonly Cells[], wanted: readonly string[]): Cells[] {
  const present = new Set(rows.flatMap((cells) => Object.keys(cells)))
  const names = [...new Set([...wanted.filter((name) => present.has(name)), ...present])].slice(0, maxColumns)
  return rows.map((cells) =>
    Object.fromEntries(
      names.filter((name) => Object.hasOwn(cells, name)).map((name) => [name, beginning(cells[name]!, maxSample)]),
    ),
  )
}

/** The bytes of a value in JSON. */
export const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** The bytes that each may have so that all have at most `max`: what short ones leave is shared by the long ones. */
function fairShare(sizes: readonly number[], max: number): number {
  let room = max
  for (const [at, size] of sizes.toSorted((one, other) => one - other).entries()) {
    const share = room / (sizes.length - at)
    if (size > share) return share
    room -= size
  }
  return max
}

/** As many columns as have this many bytes in JSON; of the rest their number. */
function beginningOf(cells: Cells, max: number): Cells {
  const all = Object.entries(cells)
  let room = max - noteBytes
  const shown = all.filter((cell) => {
    const bytes = bytesOf(cell)
    if (bytes > room) return false
    room -= bytes
    return true
  })
  return Object.fromEntries([...shown, [leftOutName, `${all.length - shown.length} more values are not shown`]])
}

/** As much of the columns of bookings as has this many bytes in JSON. Each booking has the same room. */
export function beginningsOf(rows: readonly Cells[], max: number): Cells[] {
  const sizes = rows.map(bytesOf)
  const share = fairShare(sizes, max)
  return rows.map((cells, at) => (sizes[at]! <= share ? cells : beginningOf(cells, share)))
}
