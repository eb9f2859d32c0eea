import type { WebhookStopped } from '../jobs'
import type { MailContent } from '../transport'
import { notice } from './notice'
import { pacificTime } from './pacific-time'

/** Tells the owner of a webhook that nothing is sent to it any more, and why. */
export function renderWebhookStopped({ at, host, reason, webhooksUrl }: WebhookStopped): MailContent {
  const subject = `The webhook to ${host} has stopped`
  const what = `Since ${pacificTime(new Date(at))} nothing is sent to your webhook at ${host}. ${reason}.`
  const advice =
    'Once the receiving program works again, switch the webhook on: it then receives what has happened meanwhile, up to 30 days.'
  return notice(subject, [what, advice], { name: 'Webhooks', label: 'Open Webhooks', url: webhooksUrl })
}
