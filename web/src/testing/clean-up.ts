import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { noteOutcome } from '#lib/connection'
import { silence } from './answers'
import './local-channel'

const { getElementError } = getConfig()
configure({
  // A busy machine takes seconds for what usually takes milliseconds.
  asyncUtilTimeout: 15_000,

  // Each attempt of a wait throws an error away: the document in its message is printed only when the message is read.
  getElementError(message, container) {
    const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' })
    const get = () => getElementError(message, container).message
    return Object.defineProperty(error, 'message', { get, configurable: true })
  },
})

// Calls of a test that has ended never settle, so they cannot change the state of a later one.
Object.assign(globalThis, { fetch: () => silence })

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  noteOutcome()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

// An import that is cut off by the end of a file stays failed for the later files of its worker.
afterAll(() => vi.dynamicImportSettled())
