/** Values of a payload, by where they are: `payload.attendees.0.email`. */
export type Cells = Record<string, string>

const maxColumns = 300
const maxDepth = 12
const maxName = 200
const maxValue = 5_000
/** Of a payload that is a single value. */
const plain = 'text'

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
  if (lost.length > 0) cells['(left out)'] = lost.join(', ')
  return cells
}
