import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Message, readMessage } from './message'

export type MailStore = {
  /** Newest first. */
  list(): readonly Message[]
  /** Resolves once the mail is on disk. */
  add(raw: Uint8Array): Promise<Message>
}

const ending = '.eml'

/** Ids sort by time of arrival and contain it: `<ms since 1970>-<random>`. */
function idMaker() {
  let last = 0
  return () => {
    last = Math.max(last + 1, Date.now())
    return `${String(last).padStart(15, '0')}-${randomBytes(4).toString('hex')}`
  }
}

const arrival = (id: string) => new Date(Number(id.split('-')[0]))

/** Writes a file so that it is complete under its final name: written, flushed, then renamed. */
async function writeAtomically(path: string, content: Uint8Array) {
  const partial = `${path}.part`
  const file = await open(partial, 'w')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, path)
}

async function load(dir: string, limit: number): Promise<Message[]> {
  await mkdir(dir, { recursive: true })
  const names = await readdir(dir)
  const ids = names.flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []))
  const kept = ids.sort().reverse().slice(0, limit)
  return Promise.all(kept.map(async (id) => readMessage(id, await readFile(join(dir, id + ending)), arrival(id))))
}

/** Keeps the newest `limit` mails as `.eml` files in `dir`, so that they survive a restart. */
export async function openMailStore(dir: string, limit = 500): Promise<MailStore> {
  const messages = await load(dir, limit)
  const nextId = idMaker()
  return {
    list: () => messages,
    async add(raw) {
      const id = nextId()
      const message = await readMessage(id, raw, arrival(id))
      await writeAtomically(join(dir, id + ending), raw)
      messages.unshift(message)
      messages.sort((a, b) => (a.id < b.id ? 1 : -1))
      for (const old of messages.splice(limit)) await rm(join(dir, old.id + ending), { force: true })
      return message
    },
  }
}

/** Addresses whose mail is rejected permanently, for trying out delivery errors. Kept in memory only. */
export function createRefusals() {
  const refused = new Set<string>()
  const normal = (address: string) => address.trim().toLowerCase()
  return {
    add: (address: string) => void refused.add(normal(address)),
    remove: (address: string) => void refused.delete(normal(address)),
    has: (address: string) => refused.has(normal(address)),
    list: () => [...refused],
  }
}

export type Refusals = ReturnType<typeof createRefusals>
