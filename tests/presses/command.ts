import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { ensureChromium } from '../../.ci/programs.ts'
import { adminPaths } from '../../src/ui/navigation/admin-paths.ts'
import { paths } from '../../src/ui/navigation/paths.ts'
import { logIn } from '../bench/web-session.ts'
import { ADMIN, fillLogin } from '../journeys/support/admins.ts'
import { clerk } from '../journeys/support/demo-server.ts'
import { enterSpace, findCustomer } from '../lighthouse/places.ts'
import { launchChromium } from '../support/chromium.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { buildWebApp } from '../support/web-app.ts'
import { walk } from './walk.ts'

/**
 * `npm run test:presses [-- --person technicien,metreur] [--desktop] [--only /manager/agenda]`: people of the demonstration, a customer in their space (`client`) and
 * an administrator (`administrateur`) press every control of every screen that they can reach, on a phone or a desktop. A screen that fails, an error that nothing catches, a control that is covered or does nothing, and a missing value that is shown
 * (« undefined ») are faults, each with a picture. It takes some minutes a person.
 */
const STAFF = ['technicien', 'metreur', 'assistante', 'commercial', 'directeur']
const OTHERS = {
  client: async (page: Page, server: ServerProcess) => {
    const rep = await clerk({ port: server.port, mail: 'commercial@example.com' })
    await enterSpace(page, server, await findCustomer(rep))
    return { origin: server.urlFor('demo'), start: paths.space.href() }
  },
  administrateur: async (page: Page, server: ServerProcess) => {
    const origin = server.urlFor('admin')
    await page.goto(`${origin}${paths.loginAdmin.href()}`)
    await fillLogin(page, ADMIN)
    await page.waitForURL((url) => url.pathname.startsWith(adminPaths.companies.href()))
    return { origin, start: adminPaths.home.href() }
  },
}
/** Logs a person in. @returns where their walk begins */
async function enter(person: string, page: Page, server: ServerProcess): Promise<{ origin: string; start: string }> {
  if (person in OTHERS) return OTHERS[person as keyof typeof OTHERS](page, server)
  await logIn(page, server, `${person}@example.com`)
  return { origin: server.urlFor('demo'), start: paths.manager.href() }
}

const { values } = parseArgs({
  options: {
    person: { type: 'string', default: [...STAFF, ...Object.keys(OTHERS)].join() },
    desktop: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})

await ensureChromium()
const webDir = process.env.TEST_WEB_DIR ?? (await buildWebApp('test-results/presses-web'))
const env = { RATE_LIMIT: '1000000', DEMO: '1' }
const faults: string[] = []
for (const person of values.person.split(',')) {
  // What one presses away, the next one needs.
  const server = await startServer({ webDir, env })
  const device = await launchChromium({ mobile: !values.desktop })
  try {
    const { origin, start } = await enter(person, device.page, server)
    const say = (text: string): void => console.log(`${new Date().toTimeString().slice(0, 8)} ${person} ${text}`)
    const found = await walk({
      device,
      origin,
      start: values.only ?? start,
      alone: values.only !== undefined,
      pictures: `test-results/presses/${person}`,
      say,
      enter: () => enter(person, device.page, server),
    })
    say(`${found.addresses} addresses, ${found.presses} presses, ${found.missed} missed, ${found.faults.length} faults`)
    faults.push(...found.faults.map((fault) => `${person} ${fault}`))
  } finally {
    await device.close().catch(() => undefined)
    await server.dispose()
  }
}
console.log(faults.length === 0 ? 'No fault.' : faults.join('\n'))
if (faults.length > 0) process.exitCode = 1
