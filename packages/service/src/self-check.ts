import { seconds } from '@app/contracts/durations'
import type { Identity } from '@app/session'

/** The response to one read of a service. `records`: how many it has of what it lists. Never the content itself. */
type ReadCheck = { path: string; status: number; records?: number }

const timeoutMs = seconds(10)

/** An admin whom no session and no account belongs to. */
const checker = (): Identity => ({
  sid: 'self-check',
  signedInAt: new Date(),
  user: {
    id: '0'.repeat(24),
    email: 'self-check@invalid',
    name: null,
    picture: null,
    role: 'admin',
    rights: {},
    exports: [],
    provider: 'code',
    createdAt: new Date(),
  },
})

function countIn(text: string): Pick<ReadCheck, 'records'> {
  if (!/^[[{]/.test(text)) return {}
  const body = JSON.parse(text) as { total?: unknown; data?: unknown }
  const list = Array.isArray(body) ? body : body.data
  const records = typeof body.total === 'number' ? body.total : Array.isArray(list) ? list.length : undefined
  return records === undefined ? {} : { records }
}

/** The requests that this process sends itself, and who they are from: objects that nothing from outside can be. */
export const selfChecks = new WeakMap<Request, Identity>()

/**
 * Lets a service read its own data as an admin does, so that an update sees what visitors would not: a list that fails on a real record.
 * There is no session and no secret that could get lost. Reads one path after the other; one that fails ends nothing.
 *
 * @param paths what is read, each with GET
 */
export async function selfCheck(
  paths: readonly string[],
  handle: (request: Request) => Promise<Response>,
): Promise<ReadCheck[]> {
  const checks: ReadCheck[] = []
  for (const path of paths) {
    const request = new Request(`http://localhost${path}`, { signal: AbortSignal.timeout(timeoutMs) })
    selfChecks.set(request, checker())
    const answer = await handle(request)
    checks.push({ path, status: answer.status, ...countIn(await answer.text()) })
  }
  return checks
}
