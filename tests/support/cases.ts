import { test } from 'vitest'

/** Set by the project `nightly`. */
export const everyCase = Boolean(process.env.EVERY_CASE)

/** A test that takes long and whose mechanism another one proves by day. */
export const nightlyTest = test.runIf(everyCase)

/** Cases of one mechanism: by day those that `prove` it, by night every one. */
export const casesOf = <Case>(cases: readonly Case[], proves: (one: Case, at: number) => boolean): Case[] =>
  cases.filter((one, at) => everyCase || proves(one, at))
