import type { ErrorBody } from '@app/contracts/errors'

/**
 * The edge asks whether a call would be let in before it takes a large body: the same method, address and headers, with this one and
 * without the body. It removes the header from what clients send; with it a call is never made.
 */
const header = 'x-policy-only'
export const asksForPolicy = ({ headers }: Pick<Request, 'headers'>) => headers.has(header)

const ascii = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * A refusal as nginx understands it: 401, or 403 with the response that the edge then sends. What is no refusal stays: the edge lets
 * the call pass, which then fails itself.
 */
export function refusalForEdge(
  { status, body }: { status: number; body: ErrorBody },
  retryAfter = 0,
): { status: number; headers: Record<string, string> } {
  if (status >= 500) return { status, headers: {} }
  return {
    status: status === 401 ? 401 : 403,
    headers: {
      'x-refusal-status': String(status),
      'x-refusal': ascii(JSON.stringify(body)),
      ...(retryAfter > 0 && { 'x-refusal-wait': String(retryAfter) }),
    },
  }
}
