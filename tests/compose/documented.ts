import { spawn } from 'node:child_process'
import { markedBlocks, runbookCommands } from '../support/documented-commands'
import type { createProject } from './containers'

type Project = Awaited<ReturnType<typeof createProject>>

/**
 * Not typed here: what needs a value or a question answered, what other overlays bring, what acts on the whole machine, what
 * needs a restore that was interrupted or another's file, what ends with 1 since it found something, and what the suite of local
 * processes types already.
 */
const notTyped =
  /[<…]|=\.\.\.|askpass|mail\.example|\bcertificate$|prometheus|alertmanager|blackbox|docker system|make (secrets|backup|check-mail|status|restore$|roll-back$|follow-backup)|HEADS=|FILE=/

/** A search that finds nothing ends with 1. */
const isFine = (code: string, exitCode: number | null) => exitCode === 0 || (code.includes('| grep') && exitCode === 1)

function type(code: string, { env, options, root }: Project): Promise<{ exitCode: number | null; said: string }> {
  const { envFile } = options
  const variables = { ...env, COMPOSE_ENV_FILES: envFile, ENV_FILE: envFile, RUN: 'docker' }
  const child = spawn('bash', ['-uc', code], { cwd: root, env: variables, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  return new Promise((done) => child.once('close', (exitCode) => done({ exitCode, said: said.slice(-500) })))
}

/** Types what the runbook and the documents of the deployment say, as it stands there. Returns what failed. */
export async function typeDocumented(project: Project) {
  const documented = [...markedBlocks('tried in containers', ['deploy/README.md']), ...runbookCommands()]
  const wanted = new Map(documented.filter(({ code }) => !notTyped.test(code)).map((one) => [one.code, one]))
  const failed: object[] = []
  for (const { path, code } of wanted.values()) {
    const { exitCode, said } = await type(code, project)
    if (!isFine(code, exitCode)) failed.push({ path, code, exitCode, said })
  }
  return { typed: wanted.size, failed }
}
