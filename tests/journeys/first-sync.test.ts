import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { appointmentsOf, openAgenda, shownEvents, staffWeek } from './support/agenda.ts'
import { type Office, openOffice, SETUP } from './support/office.ts'
import { eventually, LATER, pillText, seeTitle, signIn } from './support/people.ts'

/** A new device on a slow line: the day's work first, everything else after it. */

/** Longer than the agenda may take, on a machine that does other things too. */
const SLOW_MS = 40_000

let office: Office
let line: FaultProxy
let device: Device

beforeAll(async () => {
  office = await openOffice()
  line = await startFaultProxy(office.port)
  device = await launchChromium()
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await line?.close()
    await office?.dispose()
  }
})

it('[SYN-07] shows the week while most records are still on their way, says how far it is, and then has everything', async () => {
  const { page } = device
  const day = today('Europe/Paris')
  const self = await office.clerk('commercial@example.com')
  const rdvs = await self.all('/rdvs')
  // A week with appointments, whatever the day of the week the test runs on.
  const week = [day, addDays(day, 7), addDays(day, -7)].find((one) => {
    const { from, to } = staffWeek(one)
    return appointmentsOf(rdvs, self.id, from, to).length > 0
  })
  if (week === undefined) throw new Error('No week of the demo has an appointment of this rep')
  const { from, to } = staffWeek(week)
  const mine = appointmentsOf(rdvs, self.id, from, to).map(({ IDRDV }) => IDRDV)

  const slow = line.add({
    kind: 'delay',
    method: 'GET',
    path: /^\/api\/(clients|projets|rdvs|devis|interventions)\?since=/,
    ms: SLOW_MS,
    times: 1000,
  })
  await signIn(page, line.urlFor('demo'), 'commercial@example.com')
  await openAgenda(page, line.urlFor('demo'), week)
  await eventually(() => shownEvents(page)).toEqual(expect.arrayContaining(mine))
  await slow.waitFired()
  const bar = page.getByRole('progressbar', { name: /^Première synchronisation/ })
  await bar.waitFor()
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100)
  expect(await pillText(page)).toMatch(/^Réception \d+ %$/)

  slow.remove()
  await page.reload()
  await seeTitle(page, 'Agenda')
  await eventually(() => pillText(page), LATER + SLOW_MS).toBe('À jour')
  expect(await bar.count()).toBe(0)
})
