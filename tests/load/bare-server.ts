import { MongoClient } from 'mongodb'

// The bare limit: the product's two busiest calls without the product. Same server, same find and count,
// same write concern; no sign-in, no validation, no log, no Nginx.

const client = await new MongoClient(process.argv[2]!, { maxPoolSize: 20 }).connect()
const submissions = client.db().collection('contact_submissions')
const kept = client.db().collection('bare_submissions', { writeConcern: { w: 'majority', journal: true } })
const collation = { locale: 'en', strength: 2 }
const projection = { name: 1, email: 1, interest: 1, message: 1, created_at: 1, updated_at: 1 }

/** The query as `list.lua` writes it. */
async function list({ url }: Request) {
  const query = new URL(url).searchParams
  const [field = 'created_at', direction] = (query.get('sort') ?? '').split(':')
  const page = Number(query.get('page') ?? 1)
  const order = direction === 'asc' ? 1 : -1
  const interest = query.get('interest')
  const filter = { name: { $ne: query.get('name__ne') ?? '' }, ...(interest && { interest }) }
  const [rows, total] = await Promise.all([
    submissions
      .find(filter, {
        ...{ projection, collation, maxTimeMS: 2_000 },
        ...{ sort: { [field]: order, _id: order }, skip: (page - 1) * 50, limit: 50 },
      })
      .toArray(),
    submissions.countDocuments(filter, { collation, maxTimeMS: 2_000 }),
  ])
  const data = rows.map(({ _id, ...fields }) => ({ id: _id.toHexString(), ...fields }))
  return Response.json({ data, page, limit: 50, total, totalPages: Math.ceil(total / 50) })
}

async function insert(request: Request) {
  const inquiry = (await request.json()) as Record<string, unknown>
  const { insertedId } = await kept.insertOne({ ...inquiry, created_at: new Date() })
  return Response.json({ success: true, id: insertedId.toHexString() })
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: { '/list': list, '/insert': { POST: insert } },
})
process.stdout.write(`${server.port}\n`)
