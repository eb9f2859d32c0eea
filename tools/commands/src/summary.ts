import type { StackState } from '@app/local-stack/state'

const referenceOf = (site: string) => `${site}/api/docs`

/** The addresses, and what to type next. */
export function summary({ urls, admins, database }: Pick<StackState, 'urls' | 'admins' | 'database'>): string {
  const [admin = ''] = admins.split(',')
  const rows = [
    ['Site', urls.site],
    ['Mail box', urls.mail],
    ['Dashboard', `${urls.site}/admin`],
    ['', `sign in as ${admin.trim()}; the code arrives in the mail box`],
    ['Reference', referenceOf(urls.site)],
    ...(database ? [['MongoDB', database]] : []),
    ['Next', 'make logs, make urls, make down'],
  ]
  return `\n${rows.map(([name = '', text]) => `  ${name.padEnd(10)} ${text}`).join('\n')}\n`
}

/** One line of a command's screen for each address of the product. */
export const addressRows = ({ urls: { site, mail } }: { urls: { site?: string; mail?: string } }) => [
  ...(site
    ? [
        { name: 'Site', text: site },
        { name: 'Dashboard', text: `${site}/admin` },
        { name: 'Reference', text: referenceOf(site) },
      ]
    : []),
  ...(mail ? [{ name: 'Mail box', text: mail }] : []),
]

/** For scripts. */
export const urlLines = ({ urls }: { urls: Record<string, string> }) =>
  Object.entries({ ...urls, docs: referenceOf(urls['site'] ?? '') })
    .map(([name, url]) => `${name}=${url}`)
    .join('\n')
