import type { Browser } from './browser'

/** The choices on the page of the local OpenID provider. */
export type Choice = { email: string; verified?: boolean; decision?: 'allow' | 'deny' }

/** Follows the provider's pages as a browser would and returns the callback URL. */
async function signInAtProvider(redirectUrl: string, { email, verified = true, decision = 'allow' }: Choice) {
  const jar = new Map<string, string>()
  const { origin } = new URL(redirectUrl)
  const go = async (url: string, form?: Record<string, string>): Promise<URL> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    await answer.arrayBuffer()
    const next = new URL(answer.headers.get('location') ?? url, url)
    return next.href === url || next.origin !== origin ? next : go(next.href)
  }
  const page = await go(redirectUrl)
  return go(page.href, { email, decision, ...(verified && { verified: 'on' }) })
}

/** Starts a sign-in and returns the provider's code. */
export async function beginGoogle(browser: Browser, site: string, choice: Choice) {
  const begun = await browser.get(`/api/oauth/google/redirect_url?originUrl=${encodeURIComponent(site)}`)
  if (begun.status !== 200) throw new Error(`redirect_url answered ${begun.status}`)
  const back = await signInAtProvider(String(begun.body.redirectUrl), choice)
  return { back, code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
}
