/** How somebody uses the form. Patient ones repeat with the same key until they hear; hasty ones try once; double ones click twice. */
export type ClientClass = 'patient' | 'hasty' | 'double'

/** What an answer proves: stored, stored before, not stored, or nothing. */
export type Outcome = 'ok' | 'duplicate' | 'refused' | 'unknown'

/** One call, from just before to just after it. `marker` names the inquiry: the calls of one share it. */
export type Call = {
  client: ClientClass
  marker: string
  startedAt: number
  endedAt: number
  /** 0 where no answer came. */
  status: number
  outcome: Outcome
  id?: string
  /** What is wrong with the shape of the answer, if anything. */
  fault?: string
}

export type Fault = { target: string; kind: string; startedAt: number; endedAt: number }
export type StoredInquiry = { id: string; marker: string; mails: { messageId: string; state: string }[] }
export type TakenMail = { messageId: string; takenAt: number; answered: boolean }

/** All that is known of a run. */
export type Evidence = {
  calls: readonly Call[]
  faults: readonly Fault[]
  stored: readonly StoredInquiry[]
  taken: readonly TakenMail[]
  /** Lines of the logs that hold what a visitor wrote. */
  leaks: readonly string[]
  /** From the end of the last fault until an inquiry was accepted again, in milliseconds. */
  recovery: number
}
