import * as v from 'valibot'

export const maxViews = 50

/** Which columns are shown, in which order, and how wide, in CSS pixels. */
export const viewColumns = v.strictObject({
  order: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(63))), v.maxLength(200))),
  hidden: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(63))), v.maxLength(200))),
  widths: v.optional(
    v.record(v.pipe(v.string(), v.maxLength(63)), v.pipe(v.number(), v.minValue(1), v.maxValue(2_000))),
  ),
})

const name = v.pipe(
  v.string('Name is required'),
  v.trim(),
  v.nonEmpty('Name is required'),
  v.maxLength(60, 'Name cannot be longer than 60 characters'),
)
/** Filters, search and sort as they are in the address of the list. */
const query = v.pipe(v.string(), v.maxLength(2_000))

/** A saved list of a table. */
export const tableView = v.object({
  id: v.string(),
  name: v.string(),
  query: v.string(),
  columns: v.optional(viewColumns),
  shared: v.boolean(),
  /** Whether the caller made it; a shared view of another user is changed by admins only. */
  own: v.boolean(),
  /** Whether the caller sees it when they open the table. */
  isDefault: v.boolean(),
})
export type TableView = v.InferOutput<typeof tableView>
export const tableViews = v.object({ data: v.array(tableView) })

export const newTableView = v.strictObject({
  name,
  query,
  columns: v.optional(viewColumns),
  shared: v.optional(v.boolean(), false),
})
export type NewTableView = v.InferOutput<typeof newTableView>

/** Only what is given changes. */
export const tableViewChange = v.strictObject({
  name: v.optional(name),
  query: v.optional(query),
  columns: v.optional(viewColumns),
  shared: v.optional(v.boolean()),
  isDefault: v.optional(v.boolean()),
})
export type TableViewChange = v.InferOutput<typeof tableViewChange>
