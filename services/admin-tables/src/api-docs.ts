import { openApiDocument, referencePage, referenceScript, referenceStyle } from '@app/api-reference'
import { readDocument, readReference, readReferenceScript, readReferenceStyle } from '@app/contracts/calls/api-docs'
import { serve } from '@app/service/serve'

const file = (content: string, type: string) => new Response(content, { headers: { 'content-type': type } })

/** The API reference as a page and as an OpenAPI document. Style and script are files, as the policy of the site demands. */
export const apiDocsRoutes = ({ publicOrigin }: { publicOrigin: string }) => [
  serve(readReference, () => file(referencePage(), 'text/html; charset=utf-8')),
  serve(readDocument, () => openApiDocument(publicOrigin)),
  serve(readReferenceStyle, () => file(referenceStyle, 'text/css; charset=utf-8')),
  serve(readReferenceScript, () => file(referenceScript, 'text/javascript; charset=utf-8')),
]
