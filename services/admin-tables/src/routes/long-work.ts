/** Before the edge's limit for a request. */
const answerWithinMs = 1_500

/** The result of work, or `undefined` when it takes longer: it continues after the answer, and its state is read later. */
export const resultInTime = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, Bun.sleep(answerWithinMs).then(() => undefined)])
