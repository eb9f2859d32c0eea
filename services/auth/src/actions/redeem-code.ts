import { AppError } from '@app/contracts/errors'
import type { User, UserStore } from '@app/session'
import type { LoginCodeStore } from '../models/login-code'
import { codeDigest, sameDigest } from './code-digest'

type Deps = {
  codes: Pick<LoginCodeStore, 'takeTry' | 'spend'>
  users: Pick<UserStore, 'atLogin'>
  pepper: string
  adminEmails: readonly string[]
}

/** One text for every wrong case: what exactly was wrong helps only who guesses. */
export const wrongCode = () => new AppError('invalid_request', 'Invalid or expired code')

/** Exchanges a code for the user it proves. @throws AppError for every wrong case alike */
export const redeemCode =
  ({ codes, users, pepper, adminEmails }: Deps) =>
  async (email: string, code: string, challengeId: string | undefined): Promise<User> => {
    if (!challengeId) throw wrongCode()
    const digest = await codes.takeTry(email, challengeId)
    if (!digest || !sameDigest(digest, codeDigest(pepper, challengeId, email, code))) throw wrongCode()
    if (!(await codes.spend(email, challengeId))) throw wrongCode()
    return users.atLogin(email, { admin: adminEmails.includes(email) })
  }
