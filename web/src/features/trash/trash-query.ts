import { listTrash } from '@app/contracts/history'
import { keepPreviousData } from '@tanstack/react-query'
import { queryOf } from '#lib/call-query'

/** Every query of the trash begins with this key. */
export const trashKey = [listTrash.id] as const
export type TrashView = { table: string; q: string; page: number }

export const trashQuery = ({ table, q, page }: TrashView) => ({
  ...queryOf(listTrash, { query: { page: String(page), table: table || undefined, q: q || undefined } }),
  placeholderData: keepPreviousData,
})
