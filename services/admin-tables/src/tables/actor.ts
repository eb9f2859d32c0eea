export type { Actor } from '@app/jobs'
