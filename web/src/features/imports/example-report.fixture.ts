import { docs, startImport } from '@app/contracts/import-calls'
import type { ImportReport } from '@app/contracts/imports'

/** The report that the API reference shows. */
export const exampleReport = docs().find(({ call }) => call === startImport)!.responses[201]!.example as ImportReport
