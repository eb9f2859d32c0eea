import { hostCookie } from '@app/session'
import { codeLife } from './code-budgets'

/** Ties a provider account that waits for proof of its address to one browser. */
export const linkCookie = (publicOrigin: string) => hostCookie('link_tx', publicOrigin, codeLife)
