import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Reply = { id?: number; type: string; result?: unknown; message?: string }
type Context = { context: string; url: string }

/** No first-run pages, no calls home. */
const preferences = `user_pref("browser.aboutwelcome.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
`

/** The system's Firefox, driven by WebDriver BiDi, because Playwright drives only its own build. */
export async function startFirefox(program: string) {
  const profile = await mkdtemp(join(tmpdir(), 'archery-firefox-'))
  await writeFile(join(profile, 'user.js'), preferences)
  const args = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile]
  const browser = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } })
  const address = await new Promise<string>((found, failed) => {
    let log = ''
    browser.stderr.on('data', (part) => {
      log += part
      const listening = /WebDriver BiDi listening on (ws:\S+)/.exec(log)
      if (listening?.[1]) found(listening[1])
    })
    browser.once('exit', () => failed(new Error(`Firefox ended: ${log}`)))
  })

  const socket = new WebSocket(`${address}/session`)
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply: Reply = JSON.parse(String(data))
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  })
  await new Promise((opened) => socket.addEventListener('open', opened))
  let count = 0
  const send = async <T>(method: string, params: object): Promise<T> => {
    const id = ++count
    const answered = new Promise<Reply>((answer) => waiting.set(id, answer))
    socket.send(JSON.stringify({ id, method, params }))
    const reply = await answered
    waiting.delete(id)
    if (reply.type === 'error') throw new Error(`${method}: ${reply.message}`)
    return reply.result as T
  }
  await send('session.new', { capabilities: {} })

  const pages = async () => (await send<{ contexts: Context[] }>('browsingContext.getTree', {})).contexts
  const run = async (context: string, expression: string) => {
    const target = { target: { context }, awaitPromise: true, resultOwnership: 'none' }
    type Value = { type: string; result: { value?: unknown; sharedId?: string } }
    return (await send<Value>('script.evaluate', { expression, ...target })).result
  }
  return {
    pages,
    open: (context: string, url: string) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (context: string, expression: string) => (await run(context, expression))?.value,
    /** A mouse click that counts as a user gesture. */
    async click(context: string, element: string) {
      const { sharedId } = await run(context, element)
      if (!sharedId) throw new Error(`Nothing to click: ${element}`)
      const origin = { type: 'element', element: { sharedId } }
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
    },
    async stop() {
      socket.close()
      const ended = new Promise((exit) => browser.once('exit', exit))
      browser.kill()
      await ended
      await rm(profile, { recursive: true, force: true })
    },
  }
}
