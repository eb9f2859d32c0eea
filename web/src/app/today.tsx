import { TodayPage } from '#features/today/today-page'

/** The Today page with attendance in each lesson. */
export const Today = () => <TodayPage attendance={() => null} />
