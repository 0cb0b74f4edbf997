import { parseArgs } from 'node:util'
import { ensureChromium } from '../../.ci/programs.ts'
import { paths } from '../../src/ui/navigation/paths.ts'
import { logIn } from '../bench/web-session.ts'
import { launchChromium } from '../support/chromium.ts'
import { startServer } from '../support/server-process.ts'
import { buildWebApp } from '../support/web-app.ts'
import { walk } from './walk.ts'

/**
 * `npm run test:presses [-- --person technicien,metreur] [--desktop] [--only /manager/agenda]`: people of the demonstration press every control of every screen that they can reach, on a phone or a
 * desktop. A screen that fails, an error that nothing catches, a control that is covered or does nothing, and a missing value that is shown
 * (« undefined ») are faults, each with a picture. It takes some minutes a person.
 */
const PEOPLE = ['technicien', 'metreur', 'assistante', 'commercial', 'directeur']
const { values } = parseArgs({
  options: {
    person: { type: 'string', default: PEOPLE.join() },
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
    await logIn(device.page, server, `${person}@example.com`)
    const origin = server.urlFor('demo')
    const say = (text: string): void => console.log(`${new Date().toTimeString().slice(0, 8)} ${person} ${text}`)
    const found = await walk({
      device,
      origin,
      start: values.only ?? paths.manager.href(),
      alone: values.only !== undefined,
      pictures: `test-results/presses/${person}`,
      say,
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
