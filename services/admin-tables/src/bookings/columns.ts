/** Values of a payload, by where they are: `payload.attendees.0.email`. */
export type Cells = Record<string, string>

const maxColumns = 300
const maxDepth = 12
const maxName = 200
const maxValue = 5_000
/** Of the names and values of all bookings of a delivery. Names are paths, so a short body can have long ones. */
const maxSigns = 512 * 1024
/** Of a payload that is a single value. */
const plain = 'text'
const leftOutName = '(left out)'

/**
 * The texts, numbers and truths of a payload, each with its path. Lists of plain values are one value, joined as an import reads
 * lists. What is nested too deeply, too long, or beyond the number of columns or signs, is left out and counted as `(left out)`.
 */
export function columnsOf(payload: unknown, room = maxSigns): Cells {
  const cells: Cells = {}
  let count = 0
  let signs = 0
  let leftOut = 0
  let cut = 0
  const put = (path: string, value: string) => {
    if (path === '' && value === '') return
    const kept = value.slice(0, maxValue)
    if (path.length > maxName || count >= maxColumns || signs + path.length + kept.length > room) {
      leftOut++
      return
    }
    count++
    signs += path.length + kept.length
    // A name may hold a point itself.
    const name = path || plain
    const own = Object.hasOwn(cells, name) ? `${name} (${count})` : name
    cells[own] = kept
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

/** The columns of the bookings of a delivery, which share its room. */
export function rowsOf(payloads: readonly unknown[]): Cells[] {
  let room = maxSigns
  return payloads.map((payload) => {
    const cells = columnsOf(payload, room)
    for (const [name, value] of Object.entries(cells)) room -= name.length + value.length
    return cells
  })
}

/** As much of the columns of bookings as has this many signs; of the rest their number. */
export function beginningsOf(rows: readonly Cells[], max: number): Cells[] {
  let room = max
  return rows.map((cells) => {
    const shown = Object.entries(cells).filter(([name, value]) => {
      room -= name.length + value.length
      return room >= 0
    })
    const hidden = Object.keys(cells).length - shown.length
    return Object.fromEntries(hidden > 0 ? [...shown, [leftOutName, `${hidden} more values are not shown`]] : shown)
  })
}
