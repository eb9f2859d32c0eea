import { adminCache, isAdminPath } from './paths'

/**
 * The service worker of the staff pages: they open without a connection. It keeps the program, never data; calls of the API pass
 * it by. `web/build.ts` fills in the release.
 */
declare const RELEASE: { version: string; page: string; entry: string; files: readonly string[] }

// The library of the DOM, which the other sources are checked with, does not know workers.
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetched = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
type Worker = {
  addEventListener: {
    (type: 'install' | 'activate', listen: (event: Extendable) => void): void
    (type: 'fetch', listen: (event: Fetched) => void): void
  }
  skipWaiting: () => Promise<void>
  registration: { navigationPreload?: { enable: () => Promise<void> } }
  clients: { claim: () => Promise<void>; matchAll: (options: object) => Promise<readonly { url: string }[]> }
}
const worker = globalThis as unknown as Worker

/** On a weak connection the kept page is shown after it. */
const slowMs = 3_000
const release = RELEASE
const current = `${adminCache}${release.version}`

/** All files of the release or none: a page of it never finds another one's file. */
async function install() {
  const cache = await caches.open(current)
  const page = await fetch(new Request(release.page, { cache: 'reload' }))
  const text = await page.clone().text()
  // While replicas are replaced, the page may be of another release.
  if (!page.ok || !text.includes(release.entry)) throw new Error('The page is of another release')
  await cache.addAll([...release.files])
  await cache.put(release.page, page)
  await worker.skipWaiting()
}

/** Open pages of earlier releases still load their files from here; once no page is open these are deleted. */
async function deleteEarlier() {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open.some(({ url }) => isAdminPath(new URL(url).pathname))) return
  const names = await caches.keys()
  const earlier = names.filter((name) => name.startsWith(adminCache) && name !== current)
  await Promise.all(earlier.map((name) => caches.delete(name)))
}

async function activate() {
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

const late = () => new Promise<undefined>((resolve) => setTimeout(resolve, slowMs))

/** The page from the server, so that a release is seen at once; else the one of this release. */
async function page(event: Fetched): Promise<Response> {
  const asking = event.preloadResponse.then((preloaded) => preloaded ?? fetch(event.request))
  const asked = asking.catch(() => undefined)
  event.waitUntil(asked)
  const kept = await (await caches.open(current)).match(release.page)
  if (!kept) return asking
  const response = await Promise.race([asked, late()])
  return response && response.status < 500 ? response : kept
}

/** A file of any release that is kept: the names of files change with their content. */
const file = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode !== 'navigate') {
    if (release.files.includes(pathname) || pathname.startsWith('/assets/')) event.respondWith(file(request))
    return
  }
  if (!isAdminPath(pathname)) return
  event.waitUntil(deleteEarlier())
  event.respondWith(page(event))
})
