import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startEdge } from './web-server'

/**
 * Renders the share image and the phone's home-screen icon. Run it after
 * changing the scene or the headline: `bun tests/web-quality/share-image.ts`, with the web built.
 */
const web = join(import.meta.dirname, '..', '..', 'web')
const { CHROMIUM = '/usr/bin/chromium' } = process.env

/** Hides page furniture, so that the scene fills the picture. */
const poster = `
  nav, header button, .plank, .to-top, h1 ~ *, .eyebrow { display: none !important }
  html { font-size: 18px }
  .hero-room { padding-bottom: 23.5rem !important; padding-top: 9rem !important }
  h1 { font-size: 4.6rem !important }
  #top, .sky { height: 630px }
  .sky { --sun: 12rem !important; --sun-x: 13.5rem !important; --sun-y: 19.5rem !important }
  .range { height: 440px !important }
`

const edge = await startEdge(join(web, 'dist'))
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  const still = { reducedMotion: 'reduce', colorScheme: 'light', bypassCSP: true } as const
  const page = await browser.newPage({ ...still, viewport: { width: 1200, height: 630 } })
  await page.goto(edge.url)
  await page.addStyleTag({ content: poster })
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: join(web, 'public', 'share.png') })

  const icon = await browser.newPage({ ...still, viewport: { width: 180, height: 180 } })
  await icon.goto(`${edge.url}/favicon.svg`)
  await icon.screenshot({ path: join(web, 'public', 'touch-icon.png') })
} finally {
  await browser.close()
  await edge.stop()
}
