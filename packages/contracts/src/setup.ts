import * as v from 'valibot'

/** What a new school does first, in this order. */
export const setupSteps = [
  ...['name', 'hours', 'phone', 'prices', 'mail'],
  ...['mailbox', 'passkey', 'colleague', 'students', 'publish'],
] as const as readonly SetupStep[]
export type SetupStep =
  | ('name' | 'hours' | 'phone' | 'prices' | 'mail')
  | ('mailbox' | 'passkey' | 'colleague' | 'students' | 'publish')
export const setupStep = v.picklist(setupSteps)

/** Steps about what the product is shipped with, which may be right as it is. */
export const confirmableSteps: readonly SetupStep[] = ['name', 'hours', 'phone', 'prices']

const mark = v.object({ as: v.picklist(['confirmed', 'skipped']), by: v.string(), at: v.string() })

/** `GET /api/setup`. */
export const setup = v.object({
  steps: v.array(
    v.object({
      step: setupStep,
      /** Whether what the step is about is stored. `null` where another call says so: `listPasskeys` and `readDeliverability`. */
      isDone: v.nullable(v.boolean()),
      /** What an admin said about it. */
      mark: v.nullable(mark),
    }),
  ),
  /** Who has hidden the steps on Today. */
  hidden: v.nullable(v.object({ by: v.string(), at: v.string() })),
})
export type Setup = v.InferOutput<typeof setup>

/** `PUT /api/setup/steps/{step}`; `open` takes the mark away. */
export const setupMark = v.strictObject({ as: v.picklist(['confirmed', 'skipped', 'open']) })
export type SetupMark = v.InferOutput<typeof setupMark>

/** `PUT /api/setup/hidden`. */
export const setupHidden = v.strictObject({ hidden: v.boolean() })
