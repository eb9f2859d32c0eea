import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { launch } from '@app/local-stack/launch'
import { createLayout } from '@app/local-stack/layout'
import { nginxCommand } from '@app/local-stack/nginx'
import { freePort } from '../support/free-port'
import type { Served } from './photo-page'

/** The built pages behind nginx, without services except for what is given. */
export async function startEdge(webRoot: string, published?: Served) {
  const folder = await mkdtemp(join(tmpdir(), 'web-quality-'))
  const layout = createLayout(folder)
  const [port, status, nowhere] = [await freePort(), await freePort(), await freePort()]
  const site =
    published &&
    Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch({ url }) {
        const found = published[new URL(url).pathname]
        // Without a page that of the build is served, whose cards the browser replaces.
        if (!found) return new Response(null, { status: 404 })
        return new Response(found.body, { headers: { 'content-type': found.type } })
      },
    })
  const tables = site?.port ?? nowhere
  const ports = {
    nginx: port,
    'nginx-tls': nowhere,
    'nginx-status': status,
    auth: nowhere,
    forms: nowhere,
    'admin-tables': tables,
  }
  const command = await nginxCommand(layout, createMachine(process.env), ports, {
    webRoot,
    variables: { EDGE_LIMIT_FACTOR: '0' },
  })
  const running = launch(command, layout.logFile('nginx'))
  const url = `http://127.0.0.1:${port}`
  const ready = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await ready()); tries++) {
    if (tries === 100) throw new Error(`nginx did not start: ${await running.exited}`)
    await Bun.sleep(50)
  }
  return {
    url,
    async stop() {
      running.signal('SIGTERM')
      await running.exited
      await site?.stop(true)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
