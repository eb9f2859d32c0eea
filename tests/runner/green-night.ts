import { execFileSync } from 'node:child_process'

const shown = 50

/** The commits since the last night in which everything passed, newest first: a fault of tonight came with one of them. */
export function commitsSince(checkout: string, green: string | undefined): string[] {
  if (!green) return ['No green night is known here: any commit may be the cause of a failure.']
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: checkout, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    const commits = git('log', '--format=%h %s', `${green}..HEAD`).split('\n').filter(Boolean)
    const more = commits.length > shown ? [`  … ${commits.length - shown} more`] : []
    const title = `${commits.length} commits since the last green night (${green.slice(0, 8)})`
    return [title, ...commits.slice(0, shown).map((commit) => `  ${commit}`), ...more]
  } catch {
    return [`The last green night was at ${green}, which this checkout does not have.`]
  }
}
