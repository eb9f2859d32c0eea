import { MongoClient } from 'mongodb'

// The bare limit: the product's two busiest calls without the product. Same server, same find and count,
// same write concern; no sign-in, no validation, no log, no Nginx.

const client = await new MongoClient(process.argv[2]!, { maxPoolSize: 20 }).connect()
const submissions = client.db().collection('contact_submissions')
const kept = client.db().collection('bare_submissions', { writeConcern: { w: 'majority', journal: true } })
const collation = { locale: 'en', strength: 2 }
const projection = { name: 1, email: 1, interest: 1, message: 1, created_at: 1, updated_at: 1 }

async function list() {
  const [rows, total] = await Promise.all([
    submissions
      .find({}, { projection, sort: { created_at: -1, _id: -1 }, collation, limit: 50, maxTimeMS: 2_000 })
      .toArray(),
    submissions.countDocuments({}, { collation, maxTimeMS: 2_000 }),
  ])
  const data = rows.map(({ _id, ...fields }) => ({ id: _id.toHexString(), ...fields }))
  return Response.json({ data, page: 1, limit: 50, total, totalPages: Math.ceil(total / 50) })
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
