import { type Call, isMedia } from '@app/contracts/call'
import { type CallInput, type CallResult, callAddress, callInit } from '@app/contracts/call-request'
import * as v from 'valibot'
import { type RequestOptions, request, requestStream } from './api'

type Options = Pick<RequestOptions, 'signal' | 'within' | 'cache' | 'anonymous'>
/** Calls that need no input may be made without any. */
export type CallArguments<C extends Call> =
  Record<string, never> extends CallInput<C> ? [input?: CallInput<C> & Options] : [input: CallInput<C> & Options]

function responseSchema({ response }: Call): v.GenericSchema {
  const found = Object.entries(response).flatMap(([status, schema]) =>
    status.startsWith('2') && schema !== null && !isMedia(schema) ? [schema] : [],
  )
  const [only = v.unknown(), ...others] = new Set(found)
  return others.length === 0 ? only : v.union([only, ...others])
}

/**
 * Makes a call of the API. Resolves with its response, or throws an AppError. After an ended session the promise settles once
 * the user has signed in again (see session-watch.ts).
 */
export function callApi<const C extends Call>(call: C, ...[given]: CallArguments<C>): Promise<CallResult<C>> {
  const { signal, within, cache, anonymous, ...input } = (given ?? {}) as Options & object
  const options = { ...callInit(call, input as CallInput<C>), signal, within, cache, anonymous }
  return request(responseSchema(call), callAddress(call, input as CallInput<C>), options) as Promise<CallResult<C>>
}

/** A call whose response is streamed. It has no timeout, since a stream may be of any length; `signal` aborts it. */
export const streamCall = <const C extends Call>(call: C, input: CallInput<C>, signal: AbortSignal) =>
  requestStream(callAddress(call, input), signal)
