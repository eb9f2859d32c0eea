import { counter } from '@app/telemetry'

export const signIns = counter('sign_ins_total', 'Sign-ins by method and outcome', {
  method: ['code', 'google', 'passkey'],
  outcome: ['succeeded', 'refused', 'failed'],
})

export const loginCodes = counter('login_codes_total', 'Requests for a login code by outcome', {
  // `unknown`: an address that receives no mail; `throttled`: its budget is used up; `lost`: the queue did not accept it.
  outcome: ['queued', 'unknown', 'throttled', 'lost'],
})
