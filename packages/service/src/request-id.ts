const shape = /^[A-Za-z0-9_-]{8,64}$/

/** The id that Nginx gave the request, or a new one when it comes from elsewhere or is not of its shape. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given && shape.test(given) ? given : crypto.randomUUID().replaceAll('-', '')
}
