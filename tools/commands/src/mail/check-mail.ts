import { randomUUID } from 'node:crypto'
import { readLiveState } from '@app/local-stack/state'
import { completeVariables } from '@app/local-stack/variables'
import { dkimRow, dmarcRow, dnsLookup, isReserved, spfRow } from '@app/mail/dns-records'
import { developmentAdmin } from '@app/secrets/generate-secrets'
import { givenValue, readVariables } from '@app/secrets/variables'
import type { Context } from '../context'
import { type Row, rowLines } from '../status/rows'

type Sender = { smtpUrl: string; from: { name: string; address: string } }

async function sentRow({ smtpUrl, from }: Sender, to: string): Promise<Row> {
  // Loaded here, because every other command does without it.
  const [{ mailTransport }, { sendFailure }] = await Promise.all([
    import('@app/mail/smtp-transport'),
    import('@app/mail/transport'),
  ])
  const server = new URL(smtpUrl).host
  const transport = mailTransport(smtpUrl, from, 1)
  const text = `Sent by make check-mail from ${from.address}. In its headers SPF, DKIM and DMARC must say pass.`
  try {
    const messageId = `<check-${randomUUID()}@${from.address.split('@').at(-1)}>`
    await transport.send({
      messageId,
      to: { name: '', address: to },
      subject: 'Mail from your site works',
      text,
      html: text,
    })
    return { name: 'Mail', text: `${server} took one for ${to}. Does it arrive, and not as spam?` }
  } catch (error) {
    return { name: 'Mail', text: `${server} took none for ${to}. ${sendFailure(error).reason}`, attention: true }
  } finally {
    transport.close()
  }
}

/** The settings of the running product, which in development has its own mail server, else those in `.env`. */
function variablesOf(context: Context) {
  const live = readLiveState(context.layout)
  return live ? completeVariables(context, live).variables : readVariables(context)
}

/** Sends one mail by the configured server and reads from DNS whether receivers can trust it. */
export async function checkMail(context: Context, ask = dnsLookup()): Promise<number> {
  const variables = variablesOf(context)
  const smtpUrl = givenValue('SMTP_URL', variables)
  if (!smtpUrl)
    throw new Error(
      'SMTP_URL is not set, so mails go to the mail box of development (make urls). Set it in .env to check a real server.',
    )
  const given = variables['MAIL_FROM'] ?? ''
  const [, name = '', address = ''] = /^([^<>]*)<([^<>]+)>$/.exec(given) ?? ['', '', given]
  const domain = address.split('@')[1]
  if (!domain)
    throw new Error('MAIL_FROM is missing, or neither no-reply@school.example nor School <no-reply@school.example>')
  const { TO, SELECTOR } = context.environment
  const to = TO || (variables['ADMIN_EMAILS'] ?? developmentAdmin).split(',')[0]!.trim()
  const rows = [await sentRow({ smtpUrl, from: { name: name.trim(), address } }, to)]
  if (isReserved(domain)) rows.push({ name: 'DNS', text: `${domain} is reserved for examples, so it has no records` })
  else rows.push(...(await Promise.all([spfRow(domain, ask), dkimRow(domain, SELECTOR, ask), dmarcRow(domain, ask)])))
  context.write(rowLines(rows))
  return rows.some(({ attention }) => attention) ? 1 : 0
}
