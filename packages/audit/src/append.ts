import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@app/contracts/errors'
import { isDuplicateKey } from '@app/mongo'
import { type AuditEntry, type Chain, contentOf, link, noEntries } from './entry'
import type { AuditCollection } from './models/audit-collection'

type Waiting = {
  content: ReturnType<typeof contentOf>
  resolve: () => void
  reject: (error: unknown) => void
}

/** Entries of one insert, and how often another replica may be first. */
const maxAtOnce = 100
const maxAttempts = 50
const maxPauseMs = 20

/**
 * Adds entries to the chain of a service. Entries of this process go one after the other, many in one insert; of two
 * replicas at the same place the database refuses one, which then continues behind the other. An insert that is cut off
 * leaves a shorter chain, never a broken one.
 *
 * @returns a function that resolves once the entry is stored, and rejects when it may not be
 */
export function appendAudit(stored: AuditCollection, chain: Chain) {
  let waiting: Waiting[] = []
  let isRunning = false
  let head = noEntries

  async function store(contents: Waiting['content'][]): Promise<void> {
    let left = contents
    for (let attempt = 0; attempt < maxAttempts && left.length > 0; attempt++) {
      head = await stored.head(chain, head)
      const entries = link(chain, head, left)
      try {
        await stored.insert(entries)
        head = entries.at(-1) ?? head
        return
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        // Another replica was first, or the event is already in the audit. Entries inserted before that remain.
        const known = await stored.known(left.map(({ ref }) => ref))
        left = left.filter(({ ref }) => !known.has(ref))
        await pause(Math.min(attempt, maxPauseMs))
      }
    }
    if (left.length > 0) throw new AppError('unavailable', 'Too many processes write to the audit.')
  }

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const chunk = waiting.slice(0, maxAtOnce)
      waiting = waiting.slice(maxAtOnce)
      try {
        // An event occurs once within one insert.
        const contents = new Map(chunk.map(({ content }) => [content.ref, content]))
        await store([...contents.values()])
        for (const { resolve } of chunk) resolve()
      } catch (error) {
        for (const { reject } of chunk) reject(error)
      }
    }
    isRunning = false
  }

  return (entry: AuditEntry): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ content: contentOf(entry), resolve, reject })
      if (!isRunning) void run()
    })
}

export type AppendAudit = ReturnType<typeof appendAudit>
