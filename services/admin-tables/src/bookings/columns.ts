/** Values of a payload, by where they are: `payload.attendees.0.email`. */
export type Cells = Record<string, string>

const maxColumns = 300
const maxDepth = 12
const maxName = 200
const maxValue = 5_000

/**
 * The texts, numbers and truths of a payload, each with its path. Lists of plain values are one value, joined as an import reads
 * lists. What is nested too deeply, or beyond the number of columns, is left out.
 */
export function columnsOf(payload: unknown): Cells {
  const cells: Cells = {}
  let count = 0
  const put = (path: string, value: string) => {
    if (path === '' || path.length > maxName || count >= maxColumns) return
    count++
    cells[path] = value.slice(0, maxValue)
  }
  const isPlain = (value: unknown) => value === null || typeof value !== 'object'
  const visit = (value: unknown, path: string, depth: number): void => {
    if (depth > maxDepth || value === undefined) return
    if (Array.isArray(value) && value.every(isPlain)) put(path, value.filter((one) => one !== null).join('; '))
    else if (value === null || typeof value !== 'object') put(path, value === null ? '' : String(value))
    else for (const [key, one] of Object.entries(value)) visit(one, path === '' ? key : `${path}.${key}`, depth + 1)
  }
  visit(payload, '', 0)
  return cells
}
