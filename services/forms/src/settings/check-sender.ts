import { hours } from '@app/contracts/durations'
import { checkDns, dnsLookup } from '@app/mail/dns-records'
import type { MailSetup } from '../addresses/mail-setup'

const maxAgeMs = hours(6)

type Deps = { setup: Pick<MailSetup, 'isDue' | 'store'>; from: string; smtpUrl: string; look?: typeof checkDns }

/** Reads the DNS records of the sender, every six hours and when an admin asks for it. */
export const checkSender =
  ({ setup, from, smtpUrl, look = checkDns }: Deps) =>
  async (): Promise<void> => {
    const domain = from.split('@')[1]!
    if (!(await setup.isDue(domain, maxAgeMs))) return
    await setup.store(domain, await look({ domain, from, smtpHost: new URL(smtpUrl).hostname }, dnsLookup()))
  }
