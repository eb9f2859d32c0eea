import { join } from 'node:path'
import { expect, test } from 'vitest'

const script = `
  import { cleanUpOnSignal } from ${JSON.stringify(join(import.meta.dirname, 'clean-up-on-signal.ts'))}
  cleanUpOnSignal(() => console.log('first'))
  cleanUpOnSignal(() => Promise.reject(new Error('cannot stop')))
  cleanUpOnSignal(() => Bun.sleep(50).then(() => console.log('last')))
  console.log('ready')
  setInterval(() => {}, 1_000)
`

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('%s runs every clean-up, the last added first, and ends the process', async (signal, code) => {
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'pipe' })
  const reader = child.stdout.getReader()
  let output = ''
  for (let signalled = false; ; ) {
    const { value, done } = await reader.read()
    if (done) break
    output += new TextDecoder().decode(value)
    if (!signalled && output.includes('ready')) {
      signalled = true
      child.kill(signal)
    }
  }
  expect([output, await child.exited]).toEqual(['ready\nlast\nfirst\n', code])
  expect(await new Response(child.stderr).text()).toContain('cannot stop')
})
