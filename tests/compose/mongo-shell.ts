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

/** The address of the database for a user; without a password for a name that is none. */
async function addresses(project: Project) {
  const passwords = JSON.parse(await project.secret('mongo', 'mongodb_passwords')) as Record<string, string>
  return (user: string) => `mongodb://${passwords[user] ? `${user}:${passwords[user]}@` : ''}127.0.0.1/archery`
}

/** Makes writes as the services' users and undoes them as the operator. Returns those that were refused. */
export async function refusedWrites(project: Project, writes: readonly string[]): Promise<string[]> {
  const uriOf = await addresses(project)
  const parts = writes.map((write) => [write, ...write.split(' ')] as const)
  const uris = Object.fromEntries(['operator', ...parts.map(([, user]) => user)].map((user) => [user!, uriOf(user!)]))
  const script = `
    const databases = Object.fromEntries(Object.entries(${JSON.stringify(uris)}).map(([user, uri]) => [user, connect(uri)]))
    const attempts = {
      insert: (collection) => collection.insertOne({ _id: 'a probe' }),
      update: (collection) => collection.updateMany({ _id: 'a probe' }, { $set: { probed: true } }),
      remove: (collection) => collection.deleteMany({ _id: 'a probe' }),
      index: (collection) => collection.createIndex({ probed: 1 }, { name: 'a probe', expireAfterSeconds: 60 }),
      drop: (collection) => collection.drop(),
    }
    const refused = ${JSON.stringify(parts)}.filter(([, user, action, name]) => {
      try { attempts[action](databases[user][name]); return false } catch (error) {
        if (error.code === 13 || /authori|authenti/i.test(error.message)) return true
        throw error
      } finally { databases.operator[name].deleteMany({ _id: 'a probe' }) }
    })
    print(JSON.stringify(refused.map(([write]) => write)))`
  return JSON.parse(await runShell(project, '--nodb', '--eval', script))
}

/** The collections that each MongoDB user may read. */
export async function readableBy(project: Project, users: readonly string[]): Promise<Record<string, string[]>> {
  const uriOf = await addresses(project)
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
