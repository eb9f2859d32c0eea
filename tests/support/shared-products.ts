import { describe } from 'vitest'
import { adminEmail, desk, everything, type Product, startProduct, unlimited } from './product'
import { startSpanReceiver } from './span-receiver'

/** Runs a test file as a part of one in `tests/integration/together`, on the product that its parts share. One that a command names runs alone. */
export const part = (name: string, load: () => Promise<unknown>) => describe(name, () => load().then(() => {}))

const shared = new Map<string, Promise<Product>>()
let receiver: ReturnType<typeof startSpanReceiver> | undefined

/** Starts a product for the parts of a test file, or gives the one that an earlier part has started with these settings. */
async function shareProduct(...settings: Parameters<typeof startProduct>): Promise<Product> {
  const key = JSON.stringify(settings)
  const starting = shared.get(key) ?? startProduct(...settings).then((product) => ({ ...product, signedIn: new Map() }))
  shared.set(key, starting)
  return { ...(await starting), stop: async () => {} }
}

/** Stops what the parts of a test file have shared. Its worker runs another file next. */
export async function stopShared(): Promise<void> {
  const started = await Promise.allSettled(shared.values())
  shared.clear()
  await Promise.all(started.map((one) => one.status === 'fulfilled' && one.value.stop()))
  await (await receiver)?.stop()
  receiver = undefined
}

export const secondAdmin = 'second@archery.example'
const withSecondAdmin = { ADMIN_EMAILS: `${adminEmail},${secondAdmin}` }
/** The recipient of synthetic inquiries. */
export const synthetic = 'watch@provider.example'

/** Of tests about tables that they describe themselves, each with names of its own. */
export const shareTables = () =>
  shareProduct({ ...withSecondAdmin, SEED_SAMPLES: 'false', OTP_ALLOW_UNKNOWN: 'true' }, { pages: false, only: desk })
/** Of tests with every process, and where its traces go. */
export async function shareSignIns() {
  receiver ??= startSpanReceiver()
  const traces = await receiver
  const product = await shareProduct({ OTEL_EXPORTER_OTLP_ENDPOINT: traces.url }, { pages: false, only: everything })
  return { ...product, traces }
}
export const shareBackups = () => shareProduct({ SEED_SAMPLES: 'true' }, { pages: false })
/** Of tests about sample records. */
export const shareSamples = () => shareProduct(unlimited, { pages: false })
/** Of tests about records that they make themselves. */
export const shareRecords = () => shareProduct({ SEED_SAMPLES: 'false', OTP_ALLOW_UNKNOWN: 'true' }, { pages: false })
/** Removes lessons and the people in them, which other parts count from none. */
export const removePeople = ({ db }: Product) =>
  Promise.all(['lessons', 'students', 'guardians'].map((name) => db.collection(name).deleteMany({})))
/** Of tests that start what else they need. */
export const shareServers = () =>
  shareProduct({ IP_LIMIT_FACTOR: '100000' }, { pages: false, only: ['mongo', 'redis'] })
/** Of tests about inquiries and the published page. */
export const shareSite = () => shareProduct({ ...withSecondAdmin, SYNTHETIC_INQUIRY_TO: synthetic })
