import { counter } from '@app/telemetry'

export const auditFailures = counter('audit_failures_total', 'Entries of the audit that could not be written', {})
