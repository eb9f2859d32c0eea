import { hours, seconds } from '@app/contracts/durations'
import { changeFormSettings, previewMail, readFormSettings } from '@app/contracts/form-settings'
import type { FeaturePart, ServicePart } from '@app/jobs/service-of-parts'
import { checkDns, dnsLookup } from '@app/mail/dns-records'
import { serve } from '@app/service/serve'
import type { MailSetup } from '../addresses/mail-addresses'
import type { Addresses } from '../addresses/module'
import type { Context, Worker } from '../context'
import type { Inquiries } from '../inquiries/module'
import type { Mailings } from '../mailings/module'
import { formSettingsActions } from './form-settings'
import { settingsNotices } from './settings-notices'
import { settingsHandlers } from './stored-settings'

const maxAgeMs = hours(6)

type Deps = { setup: Pick<MailSetup, 'isDue' | 'store'>; from: string; smtpUrl: string }

/** Reads the DNS records of the sender, every six hours and when an admin asks for it. */
const checkSender =
  ({ setup, from, smtpUrl }: Deps) =>
  async (): Promise<void> => {
    const domain = from.split('@')[1]!
    if (!(await setup.isDue(domain, maxAgeMs))) return
    await setup.store(domain, await checkDns({ domain, from, smtpHost: new URL(smtpUrl).hostname }, dnsLookup()))
  }

type Below = { addresses: Addresses; inquiries: Inquiries; mailings: Mailings }

/** The configuration of the contact form and of its mails. */
export function settingsModule({ mailDomain, mail, log }: Context, below: Below) {
  const { forms, school } = below.inquiries
  const notices = settingsNotices(below.mailings.stored, mailDomain)
  return {
    notices,
    service(): ServicePart {
      const settings = formSettingsActions({ forms, notices, mail, school, log })
      const { read, change } = settingsHandlers(settings)
      return {
        routes: [
          serve(readFormSettings, read),
          serve(changeFormSettings, change),
          serve(previewMail, ({ body }) => settings.preview(body)),
        ],
        reads: () => ['/api/forms/settings'],
      }
    },
    worker: ({ env }: Worker): FeaturePart => ({
      repeated: [
        {
          run: checkSender({
            setup: below.addresses.mailSetup,
            from: env.MAIL_FROM.address,
            smtpUrl: env.SMTP_URL,
          }),
          everyMs: seconds(10),
          failed: 'the DNS records of the sender could not be checked yet',
        },
      ],
    }),
  }
}
export type Settings = ReturnType<typeof settingsModule>
