import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const checker = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'))

/** The errors of the Nu HTML checker; `undefined` without Java. */
export function markupErrors(files: readonly string[]): string[] | undefined {
  const { error, stderr } = spawnSync('java', ['-jar', checker, '--format', 'json', ...files], { encoding: 'utf8' })
  if (error) return undefined
  const { messages }: { messages: { type: string; url: string; message: string }[] } = JSON.parse(stderr)
  return messages.filter(({ type }) => type !== 'info').map(({ url, message }) => `${url}: ${message}`)
}
