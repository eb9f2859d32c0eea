import { announcementsModule } from '#features/announcements/module'
import { historyModule } from '#features/history/module'
import { importsModule } from '#features/imports/module'
import { inquiriesModule } from '#features/inquiries/module'
import { lessonsModule } from '#features/lessons/module'
import { mailingsModule } from '#features/mailings/module'
import { paletteModule } from '#features/palette/module'
import { studentsModule } from '#features/students/module'
import { todayModule } from '#features/today/module'
import { waiversModule } from '#features/waivers/module'
import { workModule } from '#features/work/module'
import type { FeatureModule, TableExtension, TableExtensions } from '#lib/table-extension'

const modules: readonly FeatureModule[] = [
  announcementsModule,
  historyModule,
  importsModule,
  inquiriesModule,
  lessonsModule,
  mailingsModule,
  paletteModule,
  studentsModule,
  todayModule,
  waiversModule,
  workModule,
]

/** Additions of all features, by table. */
export const extensions: TableExtensions = modules
  .flatMap(({ tables = {} }) => Object.entries(tables))
  .reduce<Record<string, TableExtension>>((all, [table, added]) => {
    const known = all[table] ?? {}
    const twice = Object.keys(added).filter((key) => key in known)
    if (twice.length > 0) throw new Error(`Two features add ${twice.join(', ')} to ${table}`)
    all[table] = { ...known, ...added }
    return all
  }, {})

export const hosts = modules.flatMap(({ Host }) => Host ?? [])
