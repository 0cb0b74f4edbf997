import { readFileSync, writeFileSync } from 'node:fs'
import { accessTables, withAccessTables } from '../../../server/access/access-table.ts'
import { embeddedDatabase } from '../engines.ts'
import { testApp } from '../test-app.ts'

/** `npm run access`: prints the tables of rights and writes them into docs/access.md. */
const FILE = 'docs/access.md'
const db = await embeddedDatabase()
const app = await testApp(db, { demo: true })
console.log(accessTables(app.declaredRoutes))
writeFileSync(FILE, withAccessTables(readFileSync(FILE, 'utf8'), app.declaredRoutes))
await app.close()
await db.close()
