import { legalNames, legalPath } from '@app/contracts/website/legal'
import { logoIcons } from '@app/contracts/website/logo'
import type { PageFile } from '@app/contracts/website/page-files'
import type { PageTexts } from '@app/contracts/website/page-texts'
import { pictureUrl } from '@app/contracts/website/picture-address'

const builtIcons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/touch-icon.png', sizes: '180x180', type: 'image/png', purpose: 'any' },
]
const icons = (logo: PageTexts['logo']) =>
  logo
    ? logoIcons.map((size) => ({
        src: pictureUrl(logo.id, size, 'png'),
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any',
      }))
    : builtIcons

/** The name of an installed dashboard, and the page it opens. Signing in belongs to it, too. */
const manifest = ({ name, logo }: PageTexts) =>
  JSON.stringify({
    id: '/admin',
    name: `${name}: Dashboard`,
    short_name: 'Range',
    start_url: '/admin/today',
    scope: '/',
    display: 'standalone',
    background_color: '#f3f6ee',
    theme_color: '#12564e',
    icons: icons(logo),
  })

const robots = ({ origin }: PageTexts) => `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`

const year = 365 * 86_400_000

/** Where to report vulnerabilities (RFC 9116). It expires a year after it was written. */
const security = ({ origin, email }: PageTexts, writtenAt: Date) =>
  [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(writtenAt.getTime() + year).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')

const sitemap = ({ origin, legal }: PageTexts) => {
  const paths = ['/', ...legalNames.filter((name) => legal[name] !== '').map(legalPath)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `  <url><loc>${origin}${path}</loc></url>`).join('\n')}
</urlset>
`
}

/** The files that say what the page says, for programs. */
export const pageFiles = (page: PageTexts, writtenAt: Date): Record<PageFile, string> => ({
  manifest: manifest(page),
  sitemap: sitemap(page),
  robots: robots(page),
  security: security(page, writtenAt),
})
