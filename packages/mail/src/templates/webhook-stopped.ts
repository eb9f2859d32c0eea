import { escapeHtml } from '@app/contracts/escape-html'
import type { WebhookStopped } from '../jobs'
import type { MailContent } from '../transport'
import { page } from './markup'
import { pacificTime } from './pacific-time'

/** Tells the owner of a webhook that nothing is sent to it any more, and why. */
export function renderWebhookStopped({ at, host, reason, webhooksUrl }: WebhookStopped): MailContent {
  const subject = `The webhook to ${host} has stopped`
  const what = `Since ${pacificTime(new Date(at))} nothing is sent to your webhook at ${host}. ${reason}.`
  const advice =
    'Once the receiving program works again, switch the webhook on: it then receives what has happened meanwhile, up to 30 days.'
  return {
    subject,
    text: `${what}\n\n${advice}\n\nWebhooks: ${webhooksUrl}\n`,
    html: page(
      subject,
      `<p>${escapeHtml(what)}</p><p>${escapeHtml(advice)}</p><p><a href="${escapeHtml(webhooksUrl)}">Open Webhooks</a></p>`,
    ),
  }
}
