export { type AppendAudit, type Audit, actionRecorder, appendAudit, noteRefusal, serviceAudit } from './audit'
export {
  type AuditCollection,
  type AuditEntry,
  auditActor,
  auditCollection,
  type Chain,
  type Head,
  hashOf,
  type StoredEntry,
} from './models/audit-collection'
export { type AuditFilter, type AuditReader, auditReader, type ReadEntry } from './models/audit-reader'
export { type CheckStore, checkStore } from './models/check-store'
export {
  armored,
  type HeadStatement,
  headReader,
  headSigner,
  headSigning,
  type ReadSigned,
  type SignedReport,
  signedHeadsIn,
  signHourly,
} from './sign-heads'
export { type Verification, verifyAudit, verifyDaily, witness } from './verify'
export type { AuditFault, Evidence } from './witnesses'
