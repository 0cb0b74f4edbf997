import type { Values } from '../../schemas/merge.ts'
import { BASE } from '../../schemas/protocol.ts'
import type { PersonName } from '../support/staffed-company.ts'
import { playExpire, playLogout, playSwitch } from './play-accounts.ts'
import { playMerge } from './play-merge.ts'
import { playForm, playResolve, playTabs, playUnopenable } from './play-people.ts'
import { playPhoto } from './play-photo.ts'
import { playPoison } from './play-poison.ts'
import { playRights } from './play-rights.ts'
import { playFreeze, playKill, playQuota, tracked } from './play-tabs.ts'
import { playReplicate, readPill } from './play-told.ts'
import { playUpdate } from './play-update.ts'
import { checkShown } from './shown.ts'
import type { Step, StepOf, Sync } from './steps.ts'
import { act, beginStep, ownWords, type Seat, takeStock, type World, waiting } from './world.ts'

/** Does one step of a run. Broken promises are added to `world.broken`. */
export async function play(world: World, step: Step): Promise<void> {
  const seat = world.seats[step.seat % world.seats.length]
  if (!seat) return
  await beginStep(world)
  switch (step.do) {
    case 'act':
      await act(world, seat, step.act)
      break
    case 'sync':
      await synchronise(world, seat, step.sync)
      break
    case 'kill':
      await playKill(world, seat, step)
      break
    case 'quota':
      await playQuota(world, seat, step)
      break
    case 'freeze':
      await playFreeze(world, seat, step)
      break
    case 'clock':
      seat.phone.days = step.days
      break
    case 'wipe':
      await playWipe(world, seat)
      break
    case 'expire':
      await playExpire(world, seat)
      break
    case 'rights':
      await playRights(world, seat, step)
      break
    case 'reassign':
      await playReassign(world, seat, step)
      break
    case 'merge':
      await playMerge(world, step)
      break
    case 'switch':
      await playSwitch(world, seat, step)
      break
    case 'logout':
      await playLogout(world, seat, step)
      break
    case 'form':
      await playForm(world, seat, step)
      break
    case 'resolve':
      await playResolve(world, seat, step)
      break
    case 'tabs':
      await playTabs(world, seat, step)
      break
    case 'replicate':
      await playReplicate(world, seat, step)
      break
    case 'poison':
      await playPoison(world, seat, step)
      break
    case 'photo':
      await playPhoto(world, seat, step)
      break
    case 'update':
      await playUpdate(world, seat, step)
      break
    case 'unopenable':
      await playUnopenable(world, seat, step)
      break
  }
  await readPill(world, seat)
  await checkShown(world, seat)
}

/** A push and a pull over the present line. Failures of the line are no errors of the phone. */
async function synchronise(world: World, seat: Seat, { pushFirst, faults, page }: Sync): Promise<void> {
  const { tab, phone } = seat
  if (!tab) return
  phone.line.arm(faults)
  phone.line.pageSize(page)
  const steps: (() => Promise<unknown>)[] = [() => tab.device.push(), () => tab.device.pull()]
  if (!pushFirst) steps.reverse()
  for (const step of steps) await tracked(world, seat, step())
  phone.line.arm([])
  phone.line.pageSize(1000)
}

/** The browser deletes all data. The server's records come back; only unsent entries are lost, and the rig notes which. */
async function playWipe(world: World, seat: Seat): Promise<void> {
  const { tab, phone } = seat
  if (!tab) return
  const unsent = await waiting(seat)
  const entries = await takeStock(world, seat)
  for (const { id } of (await tab.device.queue()).files) seat.photos.delete(id)
  await tab.kill()
  for (const { id } of unsent) seat.lost.add(id)
  for (const entry of unsent) for (const word of ownWords(world, seat, entry)) world.lostWords.add(word)
  for (const id of [...entries.map((entry) => entry.id), ...seat.elsewhere]) seat.before.add(id)
  seat.known.clear()
  seat.elsewhere.clear()
  await phone.wipe()
  world.counters.hit('wiped')
  if (unsent.length > 0) world.counters.hit('wiped-unsent')
  seat.tab = await phone.openTab(seat.identity)
}

const OTHERS: Record<string, PersonName> = { camille: 'colin', colin: 'camille', diane: 'camille', marc: 'theo' }

/** The clerk gives a project or an appointment to somebody else. */
async function playReassign(world: World, seat: Seat, { what, pick }: StepOf<'reassign'>): Promise<void> {
  const all = await world.company.rows(what === 'rdv' ? 'rdv' : 'projet')
  const rows = all.filter(({ deleted, values }) => !deleted && values.SUPPRIME !== 1)
  const row = rows[pick % Math.max(rows.length, 1)]
  if (!row) return
  const other = OTHERS[seat.person] ?? 'colin'
  const changes: Record<typeof what, Values> = {
    projet: { IDRESPONSABLEPROJET: other },
    agence: { IDAGENCE: row.values.IDAGENCE === 'brest' ? 'lyon' : 'brest' },
    rdv: { IDPERSONNELS: [other], [BASE]: { IDPERSONNELS: row.values.IDPERSONNELS } },
  }
  const status = await world.company.write('PUT', `/${what === 'rdv' ? 'rdvs' : 'projets'}/${row.id}`, changes[what])
  if (status === 200) {
    world.counters.hit('reassigned')
    for (const id of [row.id, row.values.IDPROJET]) if (typeof id === 'string') world.moved.add(id)
    const people = what === 'rdv' ? (row.values.IDPERSONNELS as string[]) : []
    const key = JSON.stringify(other)
    const removed = people.map((one) => JSON.stringify(one)).filter((one) => one !== key)
    const added = what === 'rdv' && !people.includes(other) ? [key] : []
    world.items.note({ resource: 'rdv', id: row.id, entry: null }, [{ field: 'IDPERSONNELS', added, removed }])
  } else world.broken.push(`The clerk could not give ${row.id} to ${other}: ${status}`)
}
