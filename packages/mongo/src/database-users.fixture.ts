import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { connectMongo, type Mongo } from './connect'

export const usersScript = resolve(import.meta.dirname, '../../../deploy/mongo/users.js')

export type Role = { role: string; privileges: { resource: { collection: string }; actions: string[] }[] }

/** The roles that deploy/mongo/users.js makes for a database that describes these tables. */
export function rolesOf(script: string, described: readonly string[] = []): Role[] {
  const roles: Role[] = []
  const archery = {
    table_schemas: { find: () => ({ toArray: () => described.map((name) => ({ name })) }) },
    getRole: () => null,
    getUser: () => null,
    createRole: (role: Role) => roles.push(role),
    createUser: () => {},
    audit_log: { createIndex: () => {} },
  }
  runInNewContext(script, {
    require: () => ({ readFileSync: () => '{}' }),
    process: { env: {} },
    db: { getSiblingDB: () => archery },
    print: () => {},
  })
  return roles
}

/**
 * Connects to a database as a service does in production: with the rights that deploy/mongo/users.js gives its user, and no more.
 *
 * @param mongo connected as somebody who may create users, on a server that enforces their rights
 */
export async function connectWithRights(service: string, mongo: Mongo, uri: string): Promise<Mongo> {
  const roles = rolesOf(readFileSync(usersScript, 'utf8'))
  const { role, privileges } = roles.find((one) => one.role === `${service}-service`)!
  const db = mongo.db()
  const { databaseName } = db
  const here = privileges.map(({ resource, actions }) => ({ resource: { ...resource, db: databaseName }, actions }))
  await db.command({ createRole: role, privileges: here, roles: [] })
  await db.command({ createUser: service, pwd: service, roles: [{ role, db: databaseName }] })
  const own = new URL(uri)
  own.username = own.password = service
  own.searchParams.set('authSource', databaseName)
  const connected = connectMongo(own.href, { prepare: async () => {}, onError: () => {} })
  await connected.ready
  const refused = await connected
    .db()
    .collection('login_codes')
    .findOne()
    .catch(() => 'refused')
  if (refused !== 'refused') throw new Error('The server enforces no rights of its users.')
  return connected
}
