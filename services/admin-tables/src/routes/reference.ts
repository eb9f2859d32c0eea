import { openApiDocument, referencePage, referenceScript, referenceStyle } from '@app/api-reference'
import { type Guards, requireAccess } from '@app/session'
import { Elysia } from 'elysia'

type Deps = { guards: Pick<Guards, 'admin' | 'identityOf'>; publicOrigin: string }

const path = '/api/docs'

/** A person who opens the address, not a program that calls it. */
const opensPage = (request: Request) => request.headers.get('accept')?.includes('text/html') === true

const file = (content: string, type: string) => new Response(content, { headers: { 'content-type': type } })

/** What can be called, for people and for machines. Everything on the page is a file: the strict policy holds here, too. */
export function referenceRoutes({ guards, publicOrigin }: Deps) {
  const page = new Elysia({ name: 'reference-page' }).get(path, async ({ request, set, redirect }) => {
    set.headers.vary = 'Cookie, Accept'
    const identity = await guards.identityOf(request)
    if (!identity && opensPage(request)) return redirect(`/login?returnUrl=${encodeURIComponent(path)}`, 302)
    requireAccess(identity, 'admin')
    return file(referencePage(), 'text/html; charset=utf-8')
  })
  const parts = new Elysia({ name: 'reference-parts', prefix: path })
    .use(guards.admin)
    .get('/openapi.json', () => openApiDocument(publicOrigin))
    .get('/reference.css', () => file(referenceStyle, 'text/css; charset=utf-8'))
    .get('/reference.js', () => file(referenceScript, 'text/javascript; charset=utf-8'))
  return new Elysia({ name: 'reference-routes' }).use(page).use(parts)
}
