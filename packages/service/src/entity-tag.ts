import { createHash } from 'node:crypto'

/** A body together with its JSON: what was written for the tag is what is sent. */
export class JsonText {
  readonly body: unknown
  readonly text: string

  constructor(body: unknown) {
    this.body = body
    this.text = JSON.stringify(body)
  }
}

/** The strong tag of a response. `version` is what `If-Match` takes: the `updated_at` of a record. */
const entityTag = (text: string, version = ''): string =>
  `"${version}${version && ';'}${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`

/** True if one of the tags of `If-None-Match` is this one. A proxy that compresses makes them weak. */
export const isSameTag = (given: string | null, tag: string): boolean =>
  (given ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag)

type Context = { request: Request; set: { headers: Record<string, string | number | string[]> } }

/** The body with its `ETag`, or 304 for a caller that has it already. */
export function unlessSame({ request, set }: Context, body: unknown, version?: string): JsonText | Response {
  const json = new JsonText(body)
  const tag = entityTag(json.text, version)
  set.headers['etag'] = tag
  return isSameTag(request.headers.get('if-none-match'), tag) ? new Response(null, { status: 304 }) : json
}
