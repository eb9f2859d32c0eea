/** Patient clients retry with the same key until answered; hasty ones try once; double ones click twice. */
export type ClientClass = 'patient' | 'hasty' | 'double'

/** What an answer proves: stored, already stored, not stored, or nothing. */
export type Outcome = 'ok' | 'duplicate' | 'refused' | 'unknown'

/** One call with its times. Calls of the same inquiry share `marker`. */
export type Call = {
  client: ClientClass
  marker: string
  startedAt: number
  endedAt: number
  /** 0 without an answer. */
  status: number
  outcome: Outcome
  id?: string
  /** How the answer breaks the API's shape. */
  fault?: string
}

export type Fault = { target: string; kind: string; startedAt: number; endedAt: number }
export type StoredInquiry = { id: string; marker: string; mails: { messageId: string; state: string }[] }
export type TakenMail = { messageId: string; takenAt: number; answered: boolean }

/** Everything recorded in a run. */
export type Evidence = {
  calls: readonly Call[]
  faults: readonly Fault[]
  stored: readonly StoredInquiry[]
  taken: readonly TakenMail[]
  /** Log lines that contain visitor data. */
  leaks: readonly string[]
  /** From the end of the last fault until an inquiry was accepted again, in milliseconds. */
  recovery: number
  /** Phases of the run that took longer than their limit. */
  late: readonly string[]
}
