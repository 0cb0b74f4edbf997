import { rm } from 'node:fs/promises'
import { ensureChromium } from '../../.ci/programs.ts'
import { clerk } from '../journeys/support/demo-server.ts'
import { launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/ports.ts'
import { startServer } from '../support/server-process.ts'
import { buildWebApp } from '../support/web-app.ts'
import { isFull, measure, type Report } from './measure.ts'
import { enterSpace, findCustomer, LOGINS, ownPlaces, type Place } from './places.ts'

/**
 * `npm run lighthouse`: accessibility and best practices of the two logins, and of a customer's home and devis, on the embedded server with
 * the demo's data. Ends with 1 where a score is under 100.
 */
async function measureAll(): Promise<(Place & { report: Report })[]> {
  const webDir = await buildWebApp('test-results/lighthouse-web')
  const server = await startServer({ webDir })
  const port = await freePort()
  const device = await launchChromium({ mobile: true, debuggingPort: port })
  const look = async (places: readonly Place[]) => {
    const found: (Place & { report: Report })[] = []
    for (const place of places) {
      console.error(`${place.name} …`)
      found.push({ ...place, report: await measure(`${server.urlFor('demo')}${place.path}`, port) })
    }
    return found
  }
  try {
    const before = await look(LOGINS)
    const customer = await findCustomer(await clerk({ port: server.port, mail: 'commercial@example.com' }))
    await enterSpace(device.page, server, customer)
    return [...before, ...(await look(ownPlaces(customer)))]
  } finally {
    await device.close()
    await server.dispose()
    await rm(webDir, { recursive: true, force: true })
  }
}

await ensureChromium()
const measured = await measureAll()
for (const { name, path, report } of measured) {
  const scores = report.scores.map(({ category, score }) => `${category} ${score}`).join(', ')
  console.log(`${isFull(report) ? '✓' : '✗'} ${name} (${path}): ${scores}`)
  for (const fault of report.faults) console.log(`  ${fault}`)
}
if (!measured.every(({ report }) => isFull(report))) process.exitCode = 1
