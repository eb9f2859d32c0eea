import { minutes } from '@app/contracts/durations'
import { documentOptions } from '@app/mongo'
import { newSecret, secretHash } from '@app/session'
import { type Connection, Schema } from 'mongoose'
import type { LoginSecrets } from './provider'

/** Life of a sign-in at the provider. */
export const transactionLife = minutes(10)

type Stored = LoginSecrets & { _id: string; issuer: string; expires_at: Date }

const schema = new Schema<Stored>(
  { _id: String, issuer: String, state: String, nonce: String, verifier: String, expires_at: Date },
  { ...documentOptions, timestamps: false, collection: 'oauth_transactions' },
)
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Sign-ins in progress at a provider. Only the browser holds the id; its hash is stored. */
export function oauthTransactionStore(connection: Connection, now = () => new Date()) {
  const transactions = connection.model<Stored>('OAuthTransaction', schema)
  return {
    prepare: () => transactions.createIndexes(),

    /** Returns the id for the browser. */
    async begin(issuer: string, secrets: LoginSecrets): Promise<string> {
      const id = newSecret()
      const expires_at = new Date(now().getTime() + transactionLife)
      await transactions.create({ _id: secretHash(id), issuer, ...secrets, expires_at })
      return id
    },

    /** Ends a transaction and returns its secrets, to exactly one caller and for its own issuer only. */
    async take(id: string, issuer: string): Promise<LoginSecrets | undefined> {
      const filter = { _id: secretHash(id), issuer, expires_at: { $gt: now() } }
      const taken = await transactions.findOneAndDelete(filter).lean<Stored>()
      return taken ? { state: taken.state, nonce: taken.nonce, verifier: taken.verifier } : undefined
    },
  }
}

export type OAuthTransactionStore = ReturnType<typeof oauthTransactionStore>
