import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { createProject } from './containers'
import type { Failure } from './load'

type Project = Awaited<ReturnType<typeof createProject>>

/** What a service logs for each request that went well. */
const isOrdinary = (line: string) => line.includes('"event":"request"') && !/"status":5/.test(line)

/**
 * Keeps the logs of nginx and a service from now on, also those of replicas that are removed meanwhile, and tells from them what
 * became of failed requests.
 */
export function followLogs(project: Project, service: string) {
  const file = join(project.folder, `${service}-${Date.now()}.log`)
  const output = openSync(file, 'w')
  const since = new Date().toISOString()
  const args = ['compose', ...project.arguments, 'logs', '--follow', '--since', since, 'nginx', service]
  const child = spawn('docker', args, { cwd: project.root, env: project.env, stdio: ['ignore', output, 'ignore'] })
  closeSync(output)
  const ended = new Promise((resolve) => child.once('close', resolve))

  return async function explain(failures: readonly Failure[]): Promise<string> {
    const read = () => readFileSync(file, 'utf8')
    const last = failures.slice(0, 5).findLast(({ requestId }) => requestId)?.requestId
    // The engine passes lines on with a delay.
    for (let tries = 0; last && tries < 100 && !read().includes(last); tries++) await Bun.sleep(100)
    child.kill()
    await ended
    const lines = read().split('\n')
    const explained = failures.slice(0, 5).flatMap((failure) => {
      const { requestId } = failure
      return [JSON.stringify(failure), ...lines.filter((line) => requestId && line.includes(requestId))]
    })
    const ofService = lines.filter((line) => line.startsWith(service) && !isOrdinary(line))
    return failures.length === 0 ? '' : `${[...explained, ...ofService.slice(-20)].join('\n')}\n`
  }
}
