import { renderNotification } from '@app/mail'
import { connections } from '@app/mail/worker'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { createTransport } from 'nodemailer'

// The bare limit of the email worker: jobs that hold their mail, the same number of SMTP connections, no database. A
// mail whose process is killed is sent twice or never.

const [redisUrl = '', smtpUrl, mails] = process.argv.slice(2)
const count = Number(mails)
const connection = () => new Redis(redisUrl, { maxRetriesPerRequest: null })
const queue = new Queue('bare-mail', { connection: connection(), prefix: 'bare' })
const transport = createTransport({
  url: smtpUrl!,
  pool: true,
  maxConnections: connections.delivery,
  maxMessages: 1_000,
})

await queue.addBulk(
  Array.from({ length: count }, (_, i) => ({
    name: 'send',
    data: {
      from: 'school@archery.example',
      to: 'desk@archery.example',
      ...renderNotification({
        subjectTemplate: 'New inquiry: {name}',
        fields: [
          { name: 'name', title: 'Full Name', text: `Visitor ${i}` },
          { name: 'email', title: 'Email', text: `visitor${i}@example.com` },
          {
            name: 'message',
            title: 'Message',
            text: 'Do you teach beginners on Saturdays, and is all equipment provided?',
          },
        ],
        receivedAt: new Date(),
        recordUrl: 'http://localhost/admin',
      }),
    },
    opts: { removeOnComplete: true },
  })),
)

let sent = 0
new Worker(
  'bare-mail',
  async ({ data }) => {
    await transport.sendMail(data)
    if (++sent === count) process.exit(0)
  },
  { connection: connection(), prefix: 'bare', concurrency: connections.delivery },
)
