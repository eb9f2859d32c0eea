import { counter } from '@app/telemetry'

export const signIns = counter('sign_ins_total', 'Sign-ins by way and by how they ended', {
  way: ['code', 'google'],
  outcome: ['succeeded', 'refused', 'failed'],
})

export const loginCodes = counter('login_codes_total', 'Requests for a login code by what became of them', {
  // `unknown`: an address that gets no mail; `throttled`: it had enough codes for now; `lost`: the queue did not take it.
  outcome: ['queued', 'unknown', 'throttled', 'lost'],
})
