import { type BookingPrograms, bookingsModule } from './bookings/module'
import { calendarModule } from './calendar/module'
import type { Context } from './context'
import { type Events, eventsModule } from './events/module'
import { filesModule } from './files/module'
import { historyModule } from './history/module'
import { type ImportPrograms, importsModule } from './imports/module'
import { insightsModule } from './insights/module'
import { lessonsModule } from './lessons/module'
import { migrationsModule } from './migrations/module'
import { peopleModule } from './people/module'
import { recordsModule } from './records/module'
import { schemasModule } from './schemas/module'
import { seedModule } from './seed/module'
import { setupModule } from './setup/module'
import { tablesModule } from './tables/module'
import { viewsModule } from './views/module'
import { waiversModule } from './waivers/module'
import { type WebsitePrograms, websiteModule } from './website/module'

/** Programs that run outside of this process, or are built apart from it. */
export type Programs = BookingPrograms & ImportPrograms & WebsitePrograms

/** The features, from the ground up. What one needs of a feature above it, it is given here. */
export function createModules(context: Context, programs: Programs) {
  const tables = tablesModule(context)
  const files = filesModule(context, { tables })
  const seed = seedModule(context, { tables })
  const views = viewsModule(context, { tables })
  const migrations = migrationsModule(context)
  const records = recordsModule(context, { tables, files, noteErased: (...given) => events.noteErased(...given) })
  const events: Events = eventsModule(context, { tables, records })
  const history = historyModule(context, { tables, records })
  const imports = importsModule(context, { tables, files, records }, programs)
  const lessons = lessonsModule(context, { tables, records })
  const schemas = schemasModule(context, { tables, records })
  const waivers = waiversModule(context, { tables, records })
  const bookings = bookingsModule(context, { tables, records, imports }, programs)
  const calendar = calendarModule(context, { tables, records, lessons })
  const insights = insightsModule(context, { tables, records })
  const website = websiteModule(context, { tables, files, records }, programs)
  const people = peopleModule(context, { tables, records, imports, bookings, website })
  const setup = setupModule(context, { tables, records, website })
  return {
    ...{ tables, files, seed, views, migrations, records, events, history, imports, lessons, schemas, waivers },
    ...{ bookings, calendar, insights, website, people, setup },
  }
}
export type Modules = ReturnType<typeof createModules>
