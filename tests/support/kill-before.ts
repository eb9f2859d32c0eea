import { type Browser, createBrowser } from './browser'
import { startFaultProxy } from './fault-proxy'
import type { Product } from './product'
import { startReplica } from './replica'
import { until, within } from './until'

/** A command to the database on a collection, as it begins on the wire. */
export const command = (name: string, collection: string) =>
  `${name}\0${String.fromCharCode(collection.length + 1)}\0\0\0${collection}\0`

/**
 * Has a replica of a service begin work that ends with its kill -9, just before a command with this text reaches the
 * database. No other process runs meanwhile: it would continue work that takes longer than its lease.
 */
export async function killBefore(
  product: Product,
  admin: Browser,
  text: string,
  begin: (caller: Browser) => Promise<unknown>,
  service: 'admin-tables' | 'forms' = 'admin-tables',
): Promise<void> {
  const uri = new URL(product.stack.mongoUri)
  const link = await startFaultProxy({ port: Number(uri.port) })
  uri.port = String(link.port)
  await product.stack.stopProcess(service)
  try {
    const replica = await startReplica(service, { ...product.stack.env, MONGODB_URI: uri.href })
    try {
      const caller = createBrowser(replica.url)
      for (const [name, value] of admin.jar) caller.jar.set(name, value)
      link.killBefore(text, () => replica.signal('SIGKILL'))
      await begin(caller).catch(() => undefined)
      const end = await within('the kill', 100_000, replica.exited)
      if (end !== 'SIGKILL') throw new Error(`The replica ended with ${end}`)
    } finally {
      await replica.stop()
    }
  } finally {
    await link.stop()
    await product.stack.startProcess(service)
  }
  await until('the service to be back', async () => (await admin.get('/api/admin/schemas')).status === 200)
}
