export const erasureCollection = 'erasures'

/**
 * An admin's request to erase an address. forms adds it, admin-tables carries it out. Once it is done it has no address
 * any more, and stays for a day so that writes which overlap with it are recognized.
 */
export type Erasure = {
  /** While it is not done. */
  address?: string
  /** Who requested it, for the audit; only until it is done. */
  actor?: { id: string; email: string; requestId: string }
  asked_at: Date
  /** `table/id` of every record that is erased. */
  records: string[]
  /** The files that they name, until it is done. */
  files?: string[]
  done_at?: Date
  /** SHA-256 of the address, once it is done. */
  digest?: string
}

/** How many erased records are of a table. */
export const countIn = ({ records }: Pick<Erasure, 'records'>, table: string) =>
  records.filter((record) => record.startsWith(`${table}/`)).length
