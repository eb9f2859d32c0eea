import type { Bookings } from '../bookings/module'
import type { Context, Part } from '../context'
import type { Imports } from '../imports/module'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import type { Website } from '../website/module'
import { erasureCounter } from './count-erasure'
import { erasureJob, followErasures } from './erasure-job'
import { personFiles } from './person-file/person-files'
import { personFileReader } from './person-file/read-person-file'
import { personFileRoutes } from './routes'

type Below = { tables: Tables; records: Records; imports: Imports; bookings: Bookings; website: Website }

/** All that is kept about one person, to be read and to be erased. */
export function peopleModule(context: Context, below: Below) {
  const { db, collection, objects, audit, jobs, runner, signals, warn } = context
  const { tables } = below.tables
  const { persons, references, erasures, mentions: files } = below.records
  const { imports } = below.imports
  const { received, bookings } = below.bookings
  const { personsOnPage, pictures } = below.website
  const personFile = personFileReader({
    ...{ collection, persons, references, imports, received, bookings, tables, personsOnPage },
    files: personFiles(db, pictures, objects),
  })
  const part: Part = {
    routes: personFileRoutes({
      ...{ audit, personFile },
      countErasure: erasureCounter({ collection, persons, tables }),
    }),
    jobs: {
      erasure: erasureJob({ erasures, persons, imports, received, bookings, files, personsOnPage, jobs, audit }),
    },
    begin: () => followErasures({ erasures, jobs, runner, signals }, warn('erasures could not be read')),
  }
  return { personFile, part }
}
