/** True if only this machine can reach the site. */
export function isLocalOrigin(origin: string): boolean {
  const host = URL.canParse(origin) ? new URL(origin).hostname : ''
  return /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(host)
}
