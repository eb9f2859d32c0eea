type Direction = 'asc' | 'desc'
export type Sort = { field: string; direction: Direction }

/** Reads `field:direction`; null for anything else. */
export function readSort(text: string | null): Sort | null {
  const [, field, direction] = /^([A-Za-z]\w*):(asc|desc)$/.exec(text ?? '') ?? []
  return field && direction ? { field, direction: direction as Direction } : null
}

export const printSort = ({ field, direction }: Sort) => `${field}:${direction}`

/** The first click on a column sorts upwards, the next one downwards, and so on. */
export const toggleSort = (current: Sort | null, field: string): Sort => ({
  field,
  direction: current?.field === field && current.direction === 'asc' ? 'desc' : 'asc',
})
