import type { NewTableView, TableView, TableViewChange } from '@app/contracts/views'
import { unlessDuplicate } from '@app/mongo'
import { type Collection, ObjectId } from 'mongodb'

type StoredView = {
  _id: ObjectId
  table: string
  name: string
  query: string
  columns?: TableView['columns']
  shared: boolean
  /** Null for a shipped view. */
  owner_id: string | null
  /** The people who see it when they open the table. */
  default_of: string[]
}
type Marks = Collection<{ _id: string; names: string[] }>

const shippedMark = 'table_views'
const shipped: (Pick<StoredView, 'table' | 'name' | 'query' | 'columns'> & { id: string })[] = [
  {
    id: '5c0a1f0e7b1d2c3e4f500001',
    table: 'lessons',
    name: 'Upcoming',
    query: 'sort=starts_at%3Aasc&f.starts_at__gte=today',
  },
  {
    id: '5c0a1f0e7b1d2c3e4f500002',
    table: 'contact_submissions',
    name: 'To answer',
    query: 'sort=due_by%3Aasc&f.status__in=new%2Cin_progress&f.spam=false',
    // About mail that failed or was held: nothing to answer by.
    columns: { hidden: ['mail_error', 'spam_reason'] },
  },
]

const viewFor = (userId: string, view: StoredView): TableView => ({
  id: view._id.toHexString(),
  name: view.name,
  query: view.query,
  ...(view.columns && { columns: view.columns }),
  shared: view.shared,
  own: view.owner_id === userId,
  isDefault: view.default_of.includes(userId),
})

/** The views of a table that a user sees: of `shared` ones all, or those alone that came with the product. */
type ViewsFor = { userId: string; table: string; shared: 'all' | 'shipped' }

/** Saved views of tables: each person's own, and those that are shared. */
export function viewStore(views: () => Collection<StoredView>, marks: () => Marks) {
  const visible = ({ userId, table, shared }: ViewsFor) => ({
    table: { $eq: table },
    $or: [{ owner_id: { $eq: userId } }, { shared: true, ...(shared === 'shipped' && { owner_id: null }) }],
  })

  /** Stored once: a shipped view that was deleted stays deleted. */
  async function seed(): Promise<void> {
    if (await marks().findOne({ _id: shippedMark })) return
    for (const { id, ...about } of shipped) {
      const view = { _id: new ObjectId(id), ...about, shared: true, owner_id: null, default_of: [] }
      await unlessDuplicate(views().insertOne(view))
    }
    await marks().updateOne({ _id: shippedMark }, { $setOnInsert: { names: [] } }, { upsert: true })
  }

  /** Earlier releases stored the shipped views without columns. */
  async function arrange(): Promise<void> {
    for (const { id, columns } of shipped)
      if (columns)
        await views().updateOne({ _id: new ObjectId(id), columns: { $exists: false } }, { $set: { columns } })
  }

  async function find(viewer: ViewsFor, id: string): Promise<TableView | undefined> {
    const found = await views().findOne({ ...visible(viewer), _id: new ObjectId(id) })
    return found ? viewFor(viewer.userId, found) : undefined
  }

  return {
    async prepare(): Promise<void> {
      await views().createIndex({ table: 1, owner_id: 1 }, { name: 'table' })
      await seed()
      await arrange()
    },

    find,

    async list(viewer: ViewsFor): Promise<TableView[]> {
      const found = await views().find(visible(viewer)).sort({ name: 1, _id: 1 }).toArray()
      return found.map((view) => viewFor(viewer.userId, view))
    },

    async create(userId: string, table: string, { columns, ...values }: NewTableView): Promise<TableView> {
      const own = { owner_id: userId, default_of: [] }
      const view = { _id: new ObjectId(), table, ...values, ...(columns && { columns }), ...own }
      await views().insertOne(view)
      return viewFor(userId, view)
    },

    async change(userId: string, table: string, id: string, { isDefault, ...values }: TableViewChange): Promise<void> {
      const _id = new ObjectId(id)
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
      if (Object.keys(given).length > 0) await views().updateOne({ _id }, { $set: given })
      if (isDefault === undefined) return
      await views().updateMany({ table: { $eq: table } }, { $pull: { default_of: userId } })
      if (isDefault) await views().updateOne({ _id }, { $addToSet: { default_of: userId } })
    },

    remove: async (id: string): Promise<void> => void (await views().deleteOne({ _id: new ObjectId(id) })),
  }
}
