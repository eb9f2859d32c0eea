import { callDocs } from './call-docs'
import type { Call } from './calls/call'

/** Every call of the three services. */
export const calls: readonly Call[] = callDocs.map(({ call }) => call)
