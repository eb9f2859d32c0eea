import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { noteOutcome } from '#lib/connection'
import { silence } from './answers'
import './local-channel'

// A busy machine takes seconds for what usually takes milliseconds.
configure({ asyncUtilTimeout: 15_000 })

// A call that is made after its test has ended has no outcome, which would be that of a later one.
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

// Files that are loaded ahead would end unloaded, for every later test of the worker.
afterAll(() => vi.dynamicImportSettled())
