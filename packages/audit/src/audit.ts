import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { runPeriodically } from '@app/concurrency/run-loop'
import { hours, minutes } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { isDuplicateKey } from '@app/mongo'
import { counter } from '@app/telemetry'
import {
  type AuditCollection,
  type AuditDb,
  type AuditEntry,
  auditActor,
  auditCollection,
  type Chain,
  contentOf,
  link,
  noEntries,
  type PendingStore,
  pendingStore,
  type StoredEntry,
  type StoredPending,
} from './models/audit-collection'

type Deps = {
  append: (entry: AuditEntry) => Promise<void>
  pending: Pick<PendingStore, 'put' | 'drop'>
  /** The action is done, its entry waits for the sweep. */
  onFailure: (entry: AuditEntry, error: unknown) => void
}

/**
 * Runs an action so that no crash loses its entry: what is about to happen is stored first, and given up once the entry is in
 * the audit. A refused action leaves nothing. What a crash or an error leaves is added by the sweep with its outcome unknown.
 *
 * @returns a function of the entry, the action, and what its result adds to the entry. It rejects as the action does, and before
 * the action when nothing can be stored
 */
export const actionRecorder =
  ({ append, pending, onFailure }: Deps) =>
  async <Result>(
    entry: AuditEntry,
    action: () => Promise<Result>,
    outcome: (result: Result) => Pick<AuditEntry, 'recordId' | 'about'> = () => ({}),
  ): Promise<Result> => {
    const intended = { ...entry, at: entry.at ?? new Date(), ref: entry.ref ?? randomUUID() }
    const id = await pending.put(intended)
    let result: Result
    try {
      result = await action()
    } catch (error) {
      if (error instanceof AppError && error.status < 500) await pending.drop(id).catch(() => {})
      throw error
    }
    const done = { ...intended, ...outcome(result) }
    try {
      await append(done)
      await pending.drop(id)
    } catch (error) {
      onFailure(done, error)
    }
    return result
  }

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

const failures = counter('audit_failures_total', 'Entries of the audit that could not be written', {})

type Log = { error(about: object, event: string): void }

/** The audit as one service writes it. */
export function serviceAudit(chain: Chain, db: () => AuditDb, log: Log) {
  const stored = auditCollection(() => db().collection<StoredEntry>('audit_log'))
  const pending = pendingStore(() => db().collection<StoredPending>('audit_pending'), chain)
  const append = appendAudit(stored, chain)
  const onFailure = ({ actor, ...about }: AuditEntry, err: unknown) => {
    failures.add({})
    log.error({ ...about, userId: actor?.id, requestId: actor?.requestId, err }, 'audit entry could not be written')
  }

  /** Adds the entries of actions that a crash has cut off: of those it is not known whether they were done. */
  async function sweep(): Promise<void> {
    for (const { _id, entry } of await pending.left()) {
      await append({ ...entry, about: { ...entry.about, outcome: 'unknown' } })
      await pending.drop(_id)
    }
  }
  let isSweeping = false

  return {
    stored,
    async prepare(): Promise<void> {
      const indexes = await stored.prepare()
      if (indexes.length > 0) log.error({ indexes }, 'audit indexes missing: the operator makes them')
      // Every attempt to connect prepares again.
      if (!isSweeping)
        runPeriodically(
          sweep,
          (err) => log.error({ err }, 'entries of interrupted actions could not be added'),
          minutes(1),
          { firstMs: 0 },
        )
      isSweeping = true
    },
    /** Rejects when the entry is not stored, for a caller that keeps the event and retries. */
    append,
    /** Never rejects: an entry that cannot be stored is logged, without the address. */
    async add(entry: AuditEntry): Promise<void> {
      try {
        await append(entry)
      } catch (err) {
        onFailure(entry, err)
      }
    },
    /** For an action that changes something: no crash loses its entry. */
    during: actionRecorder({ append, pending, onFailure }),
  }
}

export type Audit = ReturnType<typeof serviceAudit>

type Caller = { user: { id: string; email: string } }
type Refused = { request: Request; route: string; requestId: string }

/**
 * Notes that a signed-in user was refused, once an hour for each call: repeating it must not fill the audit. Behind the
 * answer, and with the pattern of the path instead of what was asked for.
 */
export const noteRefusal =
  (audit: Pick<Audit, 'add'>, identityOf: (request: Request) => Promise<Caller | undefined>, now = Date.now) =>
  ({ request, route, requestId }: Refused): void => {
    const note = async () => {
      const user = (await identityOf(request))?.user
      if (!user) return
      const call = `${request.method} ${route || 'unmatched'}`
      await audit.add({
        actor: auditActor(user, requestId),
        action: 'access-refused',
        about: { call },
        ref: `refused/${user.id}/${call}/${Math.floor(now() / hours(1))}`,
      })
    }
    // The user could not be read. The refusal is still in the access log.
    note().catch(() => {})
  }
