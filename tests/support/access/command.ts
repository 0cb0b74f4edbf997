import { writeFileSync } from 'node:fs'
import { accessTables, withAccessTables } from '../../../server/access/access-table.ts'
import { embeddedDatabase } from '../engines.ts'
import { testApp } from '../test-app.ts'
import { accessCast } from './cast.ts'
import { ACCESS_PAGE, accessPage, withCounts } from './counts.ts'

/** `npm run access`: prints the tables of rights and writes them, and what the tests count, into docs/access.md. */
const db = await embeddedDatabase()
const app = await testApp(db, { demo: true })
const { callers } = await accessCast(app, db)
const routes = app.declaredRoutes
console.log(accessTables(routes))
writeFileSync(ACCESS_PAGE, withCounts(withAccessTables(accessPage(), routes), routes, callers))
await app.close()
await db.close()
