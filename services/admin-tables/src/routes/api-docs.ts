import { openApiDocument, referencePage, referenceScript, referenceStyle } from '@app/api-reference'
import { readDocument, readReference, readReferenceScript, readReferenceStyle } from '@app/contracts/calls/api-docs'
import { callRoute } from '@app/service/call-route'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'

type Deps = { guards: Pick<Guards, 'access' | 'identityOf'>; publicOrigin: string }

const opensPage = (request: Request) => request.headers.get('accept')?.includes('text/html') === true

const file = (content: string, type: string) => new Response(content, { headers: { 'content-type': type } })

/** The API reference as a page and as an OpenAPI document. Style and script are files, as the policy of the site demands. */
export function apiDocsRoutes({ guards, publicOrigin }: Deps) {
  const page = new Elysia({ name: 'reference-page' })
    .use(guards.access)
    .onBeforeHandle(async ({ request, set, redirect }) => {
      set.headers.vary = 'Cookie, Accept'
      if (opensPage(request) && !(await guards.identityOf(request)))
        return redirect(`/login?returnUrl=${encodeURIComponent(readReference.path)}`, 302)
    })
    .get(readReference.path, () => file(referencePage(), 'text/html; charset=utf-8'), callRoute(readReference))
  const parts = new Elysia({ name: 'reference-parts' })
    .use(guards.access)
    .get(readDocument.path, () => openApiDocument(publicOrigin), callRoute(readDocument))
    .get(readReferenceStyle.path, () => file(referenceStyle, 'text/css; charset=utf-8'), callRoute(readReferenceStyle))
    .get(
      readReferenceScript.path,
      () => file(referenceScript, 'text/javascript; charset=utf-8'),
      callRoute(readReferenceScript),
    )
  return new Elysia({ name: 'reference-routes' }).use(page).use(parts)
}
