import { minutes } from '@app/contracts/durations'
import type { Context, Part } from '../context'
import { migrate } from '.'
import { carryOver } from './former-batches'
import { moveGuardians } from './former-guardians/move-guardians'

/** Stored data of earlier releases, also of replicas that still run one. */
export function migrationsModule({ db, log }: Context) {
  const part: Part = {
    repeated: [
      {
        run: () => carryOver(db()),
        everyMs: minutes(1),
        failed: 'former batches could not be carried over yet',
      },
    ],
    async sweep() {
      const guardians = await moveGuardians(db())
      if (guardians > 0) log.info({ students: guardians }, 'texts of guardians moved into records')
    },
  }
  return { migrate: () => migrate(db(), log), part }
}
