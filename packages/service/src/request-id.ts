const shape = /^[A-Za-z0-9_-]{8,64}$/
const assigned = new WeakMap<Request, string>()

/** The id that Nginx assigned to the request; a new one when it is missing or malformed. Constant for a request. */
export function requestIdOf(request: Request): string {
  const known = assigned.get(request)
  if (known) return known
  const given = request.headers.get('x-request-id')
  const id = given && shape.test(given) ? given : crypto.randomUUID().replaceAll('-', '')
  assigned.set(request, id)
  return id
}
