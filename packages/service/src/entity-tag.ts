import { createHash } from 'node:crypto'

/** The strong tag of a response. `version` is what `If-Match` takes: the `updated_at` of a record. */
const entityTag = (body: unknown, version = ''): string =>
  `"${version}${version && ';'}${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 16)}"`

/** Whether one of the tags of `If-None-Match` is this one. A proxy that compresses makes them weak. */
export const isSameTag = (given: string | null, tag: string): boolean =>
  (given ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag)

type Context = { request: Request; set: { headers: Record<string, string | number | string[]> } }

/** The body with its `ETag`, or 304 for a caller that has it already. */
export function unlessSame<Body>({ request, set }: Context, body: Body, version?: string): Body | Response {
  const tag = entityTag(body, version)
  set.headers['etag'] = tag
  return isSameTag(request.headers.get('if-none-match'), tag) ? new Response(null, { status: 304 }) : body
}
