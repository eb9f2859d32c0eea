import { paths } from '#lib/paths'

const maxLength = 512
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
const unsafe = /[\\\u0000-\u001f\u007f]/

/** The path to open after signing in; anything but a path of this site becomes the dashboard. */
export function safeReturnUrl(wanted: string | null, origin: string): string {
  if (!wanted || wanted.length > maxLength || unsafe.test(wanted)) return paths.admin
  if (!wanted.startsWith('/') || wanted.startsWith('//') || !URL.canParse(wanted, origin)) return paths.admin
  const url = new URL(wanted, origin)
  const path = url.pathname + url.search + url.hash
  // `/.//host` resolves to the path `//host`, which would name another site when it is followed.
  return url.origin === origin && !path.startsWith('//') ? path : paths.admin
}
