import * as v from 'valibot'

const answer = v.object({ reads: v.array(v.object({ path: v.string(), status: v.number() })) })

/**
 * Data that a service could not read, one line each, from its answer to `/selfcheck` as it came over the network.
 * A version from before that path, which answers 404, has nothing to say.
 */
export function readErrors(text: string): string[] {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]
  if (status === '404') return []
  if (status !== '200' && status !== '503') return [`it does not answer (${status ?? 'no status'})`]
  const json = /\{[\s\S]*\}/.exec(body.join('\r\n\r\n'))?.[0] ?? ''
  const { reads } = v.parse(answer, JSON.parse(json))
  return reads.flatMap(({ path, status }) => (status < 300 ? [] : [`${path}: HTTP ${status}`]))
}
