import { runLoop, runPeriodically } from '@app/concurrency/run-loop'
import { hours, seconds } from '@app/contracts/durations'
import { logSwept } from '@app/files/file-bytes'
import type { Log } from '@app/service'
import { counter } from '@app/telemetry'
import type { MailAddresses } from '../addresses/mail-addresses'
import type { Worker } from '../context'
import { combineCalls } from '../inquiries/combine-calls'
import type { MailingStore } from '../mailings/mailing'
import type { ConversationWords } from '../search/conversation-words'
import type { ArrivedMails } from './arrived-mails'
import type { Conversations } from './conversations'
import { openImapSource } from './imap-source'
import type { InboundFiles } from './inbound-files'
import type { ErasedMails } from './inbound-mail'
import { mailProcess } from './mail-process'
import type { MailSources } from './mail-sources'
import { type MailboxCredentials, mailboxIn } from './mailbox'
import { MailSourceFailure, oauthToken } from './oauth-token'
import { placeMail } from './place-mail'
import type { InboundQuotas } from './quotas'
import type { WaitingMails } from './read-waiting'
import { readWaiting, retryMs } from './read-waiting'
import { type Incoming, knowingPeer, receiveMails } from './receive-mail'
import { openSmtpSource } from './smtp-source'

const placed = counter('inbound_mails_total', 'Incoming mails by where they were put', {
  state: ['threaded', 'unmatched', 'automated', 'spam'],
})

/** Mails that come in over SMTP while others are stored are stored together. */
const groups = { maxItems: 50, maxCalls: 2, queueTimeoutMs: seconds(10), callTimeoutMs: seconds(30) }

type Deps = {
  arrived: ArrivedMails
  files: InboundFiles
  sources: MailSources
  erased: ErasedMails
  quotas: InboundQuotas
  conversations: Conversations
  words: ConversationWords
  addresses: MailAddresses
  waiting: WaitingMails
  mailingMail: MailingStore['sentAs']
  log: Log
  ready: Worker['ready']
  env: Worker['env']
  /** The addresses that the product writes from, and lets others answer to. */
  ourAddresses: () => Promise<readonly (string | undefined)[]>
  /** The path of `mail-reader`. */
  reader: string
}

/** Starts what receives mail and puts it where it belongs. Mail sources that are not set up stay closed. */
export function startInbound(deps: Deps) {
  const { arrived, files, sources, conversations, words, addresses, log, env, ourAddresses } = deps
  const onError = (err: unknown) => log.warn({ err }, 'incoming mail failed')
  const receive = receiveMails({
    arrived,
    files,
    erased: deps.erased,
    quotas: deps.quotas,
    trustedHost: env.INBOUND_TRUSTED_HOST,
  })
  const receiveOne = combineCalls(async (mails: Incoming[]) => {
    const left = await receive(mails)
    return mails.map((mail) => !left.has(mail))
  }, groups)
  const mailReader = mailProcess(deps.reader)
  const reading = readWaiting({
    read: mailReader.read,
    rest: mailReader.close,
    trustsDirect: env.DEPLOYMENT === 'development',
    arrived,
    waiting: deps.waiting,
    files,
    conversations,
    log,
    addresses,
    words,
    place: placeMail({
      conversations,
      trustedHost: env.INBOUND_TRUSTED_HOST,
      mailingMail: deps.mailingMail,
    }),
    count: (state) => state !== 'waiting' && placed.add({ state }),
  })

  let isClosed = false
  let current: Promise<unknown> | undefined
  let again = false
  /** One round of reading at a time in a process. A mail that arrives meanwhile is read right afterwards. */
  function readAll(): Promise<unknown> {
    again = true
    current ??= (async () => {
      let isLeft = false
      try {
        while (again && !isClosed) {
          again = false
          isLeft = await reading.all(() => isClosed)
        }
      } catch (error) {
        isLeft = true
        onError(error)
      }
      if (isLeft) setTimeout(looking.wake, retryMs).unref()
    })().finally(() => {
      current = undefined
    })
    return current
  }
  const stored = () => void readAll()
  // What a process has left that ended. A round may take long: it is not waited for.
  const looking = runLoop(
    async () => {
      stored()
      await reading.tellPending()
      return seconds(30)
    },
    onError,
    { firstMs: seconds(5), failedMs: retryMs },
  )

  async function tidy(): Promise<void> {
    await arrived.noteOrphans(conversations.existing)
    const expired = await arrived.expired()
    await files.removeOf(expired)
    await arrived.remove(expired)
    await files.sweep(arrived.filesOf)
    if (expired.length > 0) log.info({ deleted: expired.length }, 'expired incoming mail deleted')
  }

  const sweepObjects = async () => logSwept(log, await files.sweepObjects())

  function mailboxCredentials(secret: string): () => Promise<MailboxCredentials> {
    const { INBOUND_IMAP_OAUTH: provider, INBOUND_IMAP_OAUTH_CLIENT: clientId, MAIL_SEAL_KEY: sealKey } = env
    if (!provider)
      return async () => {
        if (!secret) throw new MailSourceFailure('INBOUND_IMAP_PASSWORD is not set.')
        return { pass: secret }
      }
    const store = { read: sources.readToken, write: sources.storeToken }
    const token = oauthToken({ provider, clientId, secret, sealKey, store })
    return async () => ({ accessToken: await token() })
  }

  const tasks = [
    runPeriodically(sweepObjects, onError, hours(6), { firstMs: hours(6), timeoutMs: hours(1) }),
    looking.stop,
    runPeriodically(tidy, onError, hours(1)),
  ]
  const open: { close(): Promise<void> }[] = []
  void deps.ready.then(() => {
    if (isClosed) return
    const { INBOUND_IMAP_URL: url, INBOUND_IMAP_PASSWORD: password = '' } = env
    if (url) {
      const credentials = mailboxCredentials(password)
      open.push(openImapSource({ mailbox: mailboxIn(url), credentials, receive, sources, stored, onError }))
    }
    const isOurs = async (address: string) =>
      address !== '' && [...(await ourAddresses()), ...env.INBOUND_SMTP_ADDRESSES].includes(address)
    const { INBOUND_SMTP_PORT, INBOUND_SMTP_PROXIED: isProxied, INBOUND_LMTP_PORT, LISTEN_HOST: host } = env
    const common = {
      host,
      receive: knowingPeer(receiveOne, env.INBOUND_TRUSTED_HOST),
      isOurs,
      sources,
      stored,
      onError,
    }
    if (INBOUND_SMTP_PORT !== undefined) open.push(openSmtpSource({ ...common, port: INBOUND_SMTP_PORT, isProxied }))
    if (INBOUND_LMTP_PORT !== undefined) open.push(openSmtpSource({ ...common, port: INBOUND_LMTP_PORT, isLmtp: true }))
  })

  return {
    /** Mail sources first: what they received is read by the next process. */
    async close(): Promise<void> {
      isClosed = true
      await Promise.all(open.map((source) => source.close()))
      await Promise.all(tasks.map((stop) => stop()))
      await current
      mailReader.close()
    },
  }
}
