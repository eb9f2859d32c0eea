import { connect, type Socket } from 'node:net'

export type Asked = { status: number; ms: number; took: number }
type Request = () => string

type OpenConnection = { socket: Socket; text: string; due: number; sentAt: number; busy: boolean }

const end = '\r\n\r\n'

/** The status and end offset of a complete answer, which must have a Content-Length. */
function complete(text: string): { status: number; length: number } | undefined {
  const head = text.indexOf(end)
  if (head < 0) return undefined
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
  const whole = head + end.length + length
  return text.length < whole ? undefined : { status: Number(text.slice(9, 12)), length: whole }
}

/**
 * Sends requests at a fixed rate, independent of answers (open loop). A request never waits for a
 * connection: each one in flight has its own. `ms` counts from when it was due, `took` from
 * when it was sent: where they differ, the client was too busy.
 */
export async function openLoop(
  port: number,
  request: Request,
  { perSecond, seconds, timeoutMs = 10_000 }: { perSecond: number; seconds: number; timeoutMs?: number },
): Promise<Asked[]> {
  const asked: Asked[] = []
  const idle: OpenConnection[] = []
  const lanes = new Set<OpenConnection>()
  let open = 0

  const finish = (lane: OpenConnection, status: number) => {
    if (!lane.busy) return
    lane.busy = false
    open--
    const now = performance.now()
    asked.push({ status, ms: now - lane.due, took: now - lane.sentAt })
  }
  const lane = (): OpenConnection => {
    const waiting = idle.pop()
    if (waiting) return waiting
    const made: OpenConnection = { socket: connect(port, '127.0.0.1'), text: '', due: 0, sentAt: 0, busy: false }
    lanes.add(made)
    made.socket.setNoDelay(true)
    made.socket.on('data', (chunk) => {
      made.text += chunk.toString('latin1')
      const answer = complete(made.text)
      if (!answer) return
      const closing = /\r\nconnection: close/i.test(made.text)
      made.text = made.text.slice(answer.length)
      finish(made, answer.status)
      if (closing) made.socket.destroy()
      else idle.push(made)
    })
    made.socket.on('error', () => {})
    made.socket.on('close', () => {
      finish(made, 0)
      lanes.delete(made)
      const at = idle.indexOf(made)
      if (at >= 0) idle.splice(at, 1)
    })
    return made
  }

  const startedAt = performance.now()
  const total = perSecond * seconds
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * perSecond) / 1_000))
    for (; sent < due; sent++) {
      const each = lane()
      each.busy = true
      each.due = startedAt + (sent * 1_000) / perSecond
      each.sentAt = performance.now()
      open++
      each.socket.write(request())
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  for (const until = performance.now() + timeoutMs; open > 0 && performance.now() < until; ) await Bun.sleep(10)
  for (const each of lanes) each.socket.destroy()
  return asked
}
