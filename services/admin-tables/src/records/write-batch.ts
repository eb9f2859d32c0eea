import { AppError } from '@app/contracts/errors'
import type { ReferenceIntegrity } from './reference-integrity'
import type { Outcome } from './write'

/** The outcome of a write; a refusal is one, too. */
export async function outcomeOf(id: string, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) return { id, error }
    throw error
  }
}

type Steps<One> = {
  /** Checks a write and prepares it; throws what refuses it. */
  plan: (write: One) => Promise<Outcome>
  /** Executes all planned writes in one call to the database. Returns the ids of those that failed. */
  write: () => Promise<ReadonlySet<string>>
  /** Executes one write in separate calls: for records that others have changed meanwhile. */
  alone: (write: One) => Promise<Outcome>
}

/** Executes several writes like single ones: each is checked, written as a whole or not at all, and reported. */
export async function writeBatch<One extends { id: string }>(
  writes: readonly One[],
  { plan, write, alone }: Steps<One>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const one of writes) outcomes.push(await outcomeOf(one.id, () => plan(one)))
  const lost = await write()
  for (const [at, one] of writes.entries())
    if (lost.has(one.id)) outcomes[at] = await outcomeOf(one.id, () => alone(one))
  return outcomes
}

type Missing = Pick<ReferenceIntegrity, 'missing'>

/** Many records usually get the same reference, which is looked up once. */
export function rememberMissing({ missing }: Missing): Missing {
  const known = new Map<string, ReturnType<Missing['missing']>>()
  return {
    missing(table, ids) {
      const key = JSON.stringify([table, ids])
      const found = known.get(key) ?? missing(table, ids)
      known.set(key, found)
      return found
    },
  }
}
