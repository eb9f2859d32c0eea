import type { Variables } from '@app/secrets/env-file'

/** Connects to a mail server and signs in. @throws why it did not */
export type SignIn = (smtpUrl: string) => Promise<void>

async function signInAt(smtpUrl: string): Promise<void> {
  // Loaded here, because every other command does without it.
  const { mailTransport } = await import('@app/mail/smtp-transport')
  const transport = mailTransport(smtpUrl, { name: '', address: '' }, 1)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** The code alone: the server's text may quote the account. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: string; responseCode?: number }
  if (responseCode === 535 || code === 'EAUTH') return 'refuses the user or the password'
  if (responseCode) return `answered ${responseCode}`
  return `cannot be reached (${code ?? 'unknown'})`
}

/** Errors of signing in to the mail account, without sending a mail. */
export async function signInErrors({ SMTP_URL = '' }: Variables, signIn: SignIn = signInAt): Promise<string[]> {
  if (!URL.canParse(SMTP_URL) || !/^smtps?:$/.test(new URL(SMTP_URL).protocol)) return []
  try {
    await signIn(SMTP_URL)
    return []
  } catch (error) {
    return [`SMTP_URL: ${new URL(SMTP_URL).host} ${reasonOf(error)}`]
  }
}
