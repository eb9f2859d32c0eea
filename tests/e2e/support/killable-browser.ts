import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'

const executable = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find(existsSync)

/** A browser with a profile on disk, whose processes are all killed at once, as by a phone that needs the memory. */
export async function startBrowser(profile: string, site: string, gatePort: number) {
  const { host } = new URL(site)
  const browser = spawn(
    executable ?? 'chromium',
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--disable-background-networking',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--host-resolver-rules=MAP ${host} 127.0.0.1:${gatePort}`,
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()))
  const kill = async () => {
    // The group: the network and storage processes end with it.
    if (browser.exitCode === null && browser.signalCode === null) process.kill(-browser.pid!, 'SIGKILL')
    await ended
  }
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let said = ''
      browser.stderr.on('data', (bytes) => {
        said += bytes
        const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
        if (found) resolve(found)
      })
      browser.once('exit', () => reject(new Error(`The browser ended: ${said}`)))
    })
    const connection = await chromium.connectOverCDP(address)
    const context = connection.contexts()[0]!
    const page: Page = context.pages()[0] ?? (await context.newPage())
    return { context, page, kill }
  } catch (error) {
    await kill()
    throw error
  }
}
