import type { createProject } from './containers'

type Project = Awaited<ReturnType<typeof createProject>>

const collections = 'contact_submissions audit_log login_codes forms table_schemas users'.split(' ')

async function runShell(project: Project, ...args: string[]): Promise<string> {
  return project.compose('exec', '-T', '-e', 'HOME=/tmp', 'mongo', 'mongosh', '--quiet', ...args)
}

/** Runs a script in the mongo shell of the container as the operator and parses its JSON output. */
export async function askMongo(project: Project, script: string): Promise<unknown> {
  const { username, password } = new URL(await project.secret('backup', 'mongodb_uri'))
  return JSON.parse(await runShell(project, `mongodb://${username}:${password}@127.0.0.1/archery`, '--eval', script))
}

/** The collections that each MongoDB user may read. */
export async function readableBy(project: Project, users: readonly string[]): Promise<Record<string, string[]>> {
  const passwords = JSON.parse(await project.secret('mongo', 'mongodb_passwords')) as Record<string, string>
  const uriOf = (user: string) => `mongodb://${passwords[user] ? `${user}:${passwords[user]}@` : ''}127.0.0.1/archery`
  const script = `
    const readable = (uri) => {
      const database = connect(uri)
      return ${JSON.stringify(collections)}.filter((name) => {
        try { database[name].findOne(); return true } catch (error) {
          if (error.code === 13 || /authori|authenti/i.test(error.message)) return false
          throw error
        }
      })
    }
    const uris = ${JSON.stringify(users.map((user) => [user, uriOf(user)]))}
    print(JSON.stringify(Object.fromEntries(uris.map(([user, uri]) => [user, readable(uri)]))))`
  return JSON.parse(await runShell(project, '--nodb', '--eval', script))
}
