import { seconds } from '@app/contracts/durations'
import { OtherDatabase, replaceIdentity } from '@app/mongo/installation'
import { elsewhere, installation, journalSettings, keys, messageOf, say, signer, withDatabase } from './cli-settings'
import { follow, leaveRefusal, leaveTime } from './follow'
import { createJournal } from './journal'
import { accept } from './journal-state'
import { Vanished } from './vanished'

/** Keeps a journal in a folder until this program is asked to end, or who started it has ended. */
export const keepJournal = (folder: string) =>
  withDatabase(async (client) => {
    const { JOURNAL_SECONDS, METRICS_DIR } = journalSettings()
    const ended = new Promise<void>((end) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end())
      void Bun.stdin.text().then(() => end())
    })
    process.stdout.write('following\n')
    let reason = ''
    const whose = { installation: installation(), sign: signer(), elsewhere: elsewhere() }
    const journal = createJournal(client.db(), folder, { keys, ...whose })
    await follow(journal, {
      intervalMs: seconds(JOURNAL_SECONDS),
      ended,
      written(at, changes) {
        leaveTime(METRICS_DIR, at)
        leaveRefusal(METRICS_DIR, false)
        if (reason) say('The journal is written again.')
        reason = ''
        if (changes > 0) say(`${new Date(at).toISOString()} ${changes} changes`)
      },
      failed(error) {
        if (error instanceof OtherDatabase || error instanceof Vanished) leaveRefusal(METRICS_DIR, true)
        if (messageOf(error) !== reason)
          say(`The journal could not be written, and is tried again: ${messageOf(error)}`)
        reason = messageOf(error)
      },
    })
  })

/** Lets the journal go on with what the database holds now. */
export const acceptDatabase = (folder: string) =>
  withDatabase(async (client) => {
    const own = installation()
    if (own) await replaceIdentity(client.db(), own.id)
    accept(folder)
    say('Accepted: the next look begins a new series with what the database holds now. Earlier ones stay.')
  })
