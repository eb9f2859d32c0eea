import { resolve } from 'node:path'

/** The checkout this file belongs to. */
export const root = resolve(import.meta.dirname, '../../..')
