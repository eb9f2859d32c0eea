import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { type AdminStatus, type CurrentUser, currentUser } from '@app/contracts/users'
import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import * as v from 'valibot'
import { isUnreachable, noteOutcome } from '#lib/connection'
import {
  forgetDays,
  forgetDaysOfOthers,
  forgetOutdated,
  forgetUser,
  keep,
  keptDays,
  openDevice,
  readKept,
} from '#lib/device-store'
import { failureText, logFailure } from '#lib/failure-text'
import { local } from '#lib/query-client'
import { isOfRemovedAccount } from '#lib/session-watch'
import { signOutKey } from './sign-out'
import { fetchStatus, loadUser } from './user'

/** Of the device: it says whose the rest is. */
const key = '/access'
const keptAccess = v.object({ user: currentUser })

/** The user of the dashboard on this device today or yesterday. It decides what is shown without a connection, and no more. */
const readKeptAccess = async (): Promise<CurrentUser | undefined> => (await readKept(key, keptAccess))?.user

/** Notes who is signed in and may enter the dashboard. */
async function keepAccess(user: CurrentUser) {
  await keep(key, { user }, keptDays().tomorrow)
  await forgetDaysOfOthers()
  await forgetOutdated()
}

/**
 * The server's response decides what the device keeps. While nobody is signed in, what was kept to be looked at is deleted,
 * and what waits to be sent stays for its user. Of a user who may not enter the dashboard any more nothing stays.
 */
async function followAccess(user: CurrentUser | undefined, isAllowed: boolean) {
  if (!user) return forgetDays()
  return isAllowed ? keepAccess(user) : forgetUser()
}

/** People who may open a page. */
export type Need = 'admin' | 'user'

/** Result of the access check. A failed check is not a refusal: it can be retried. */
type Access =
  | { kind: 'checking' | 'anonymous' | 'removed' }
  | { kind: 'failed'; message: string }
  | { kind: 'denied' | 'allowed'; user: CurrentUser }

/** `isKept`: as it was known on this device, since the server cannot be reached. */
type Checked = { user: CurrentUser; isAllowed: boolean; isKept?: true }

const accessKey = ['access']

/** Admins and staff enter the dashboard. */
const mayEnter = ({ isAdmin, role }: AdminStatus) => isAdmin || role === 'staff'

/** Without an answer by then a page that was open before is shown. */
const slowMs = seconds(4)
const recheckEvery = seconds(15)

/** `null` when nobody is signed in, `removed` for a session whose account was removed. */
type Answer = Checked | 'removed' | null

/** Loads the user, then what they may do. */
async function askAccess(need: Need): Promise<Answer> {
  try {
    const user = await loadUser()
    return user && { user, isAllowed: need === 'user' || mayEnter(await fetchStatus()) }
  } catch (error) {
    const { cause } = error as Error
    if (cause instanceof AppError && isOfRemovedAccount(cause)) return 'removed'
    if (error instanceof AppError && error.code === 'not_signed_in') return null
    throw error
  }
}

async function checkAndFollow(need: Need): Promise<Answer> {
  const checked = await askAccess(need)
  noteOutcome()
  if (checked === 'removed') {
    await forgetUser()
    return checked
  }
  if (checked) openDevice(checked.user.id)
  if (need === 'admin') await followAccess(checked?.user, checked?.isAllowed ?? false)
  return checked
}

/** Checks the access. Without a connection a device that knew the user today lets the pages open; the server checks each call. */
async function checkAccess(need: Need): Promise<Answer> {
  const asking = checkAndFollow(need)
  asking.catch(() => {})
  const kept = need === 'admin' ? await readKeptAccess() : undefined
  const open = (user: CurrentUser): Checked => {
    openDevice(user.id)
    return { user, isAllowed: true, isKept: true }
  }
  try {
    if (!kept) return await asking
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, slowMs))
    const checked = await Promise.race([asking, late])
    return checked === undefined ? open(kept) : checked
  } catch (error) {
    if (kept && isUnreachable(error)) {
      noteOutcome(error)
      return open(kept)
    }
    logFailure('Access check failed', error)
    throw error
  }
}

/** Asks again until the server has confirmed what the device knew. */
function useConfirmKept(isKept: boolean, need: Need) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isKept) return
    const ask = () =>
      checkAndFollow(need).then(
        (checked) => client.setQueryData<Answer>(accessKey, checked),
        () => {},
      )
    const timer = setInterval(ask, recheckEvery)
    addEventListener('online', ask)
    ask()
    return () => {
      clearInterval(timer)
      removeEventListener('online', ask)
    }
  }, [isKept, need, client])
}

/** Checks who may open the page. The cache is the page's own: every guarded page checks again. */
export function useAccess(need: Need) {
  const client = useQueryClient()
  const isSigningOut = useIsMutating({ mutationKey: signOutKey }) > 0
  const { data, error } = useQuery({
    queryKey: accessKey,
    queryFn: () => checkAccess(need),
    meta: local,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  useConfirmKept(isChecked(data) && data.isKept === true, need)
  const actions = useMemo(
    () => ({
      /** Starts the check over. */
      check: () => void client.resetQueries({ queryKey: accessKey }),
      /**
       * A service refused a call: the rights are read again, and who may no longer enter the dashboard leaves it. Otherwise
       * the page stays, and the call that was refused says so where it was made.
       */
      refresh: async () => {
        if (need === 'user') return
        try {
          const status = await fetchStatus()
          if (!mayEnter(status)) await forgetUser()
          const { role, tables: rights, exports } = status
          client.setQueryData<Answer>(accessKey, (known) =>
            isChecked(known) ? { user: { ...known.user, role, rights, exports }, isAllowed: mayEnter(status) } : known,
          )
        } catch (error) {
          logFailure('The rights could not be read again', error)
        }
      },
    }),
    [client, need],
  )
  return { ...actions, access: isSigningOut ? checking : accessFrom(data, error) }
}

const isChecked = (answer: Answer | undefined): answer is Checked => typeof answer === 'object' && answer !== null

const checking: Access = { kind: 'checking' }

function accessFrom(data: Answer | undefined, error: unknown): Access {
  if (error) return { kind: 'failed', message: failureText(error, 'The check failed.') }
  if (data === undefined) return checking
  if (data === 'removed') return { kind: 'removed' }
  return data ? { kind: data.isAllowed ? 'allowed' : 'denied', user: data.user } : { kind: 'anonymous' }
}

export function useRenewUser() {
  const client = useQueryClient()
  return (user: CurrentUser) =>
    client.setQueryData<Answer>(accessKey, (known) =>
      isChecked(known) && known.user.id === user.id ? { ...known, user } : known,
    )
}
