import { newPort } from '@app/local-stack/ports'

/** Below the ephemeral range and beside the product's own range, so that neither can take a port before it is used. */
const defaults = [30_000, 32_767] as const

/** A loopback port that is free, and that no other test or product chooses until this process ends. */
export const freePort = ([first, last]: readonly [number, number] = defaults): Promise<number> => newPort(first, last)
