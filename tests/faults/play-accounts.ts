import { isDeepStrictEqual } from 'node:util'
import type { Identity } from '../../sync/identity.ts'
import type { PushOutcome } from '../../sync/replicate/push.ts'
import type { PauseReason } from '../../sync/replicate/status.ts'
import type { PersonName } from '../support/staffed-company.ts'
import type { Tab } from './phone.ts'
import { tracked } from './play-tabs.ts'
import type { StepOf } from './steps.ts'
import { act, giveUp, ids, judgeRefusals, moving, type Seat, type World, waiting } from './world.ts'

const TRIES = 5

/** The server ends the session: the outbox stays, work goes on, and the same person's next login sends it. */
export async function playExpire(world: World, seat: Seat): Promise<void> {
  const { tab, phone } = seat
  if (!tab) return
  await world.company.endSession(phone.token)
  const before = await waiting(seat)
  const outcome = await pushed(world, seat, tab)
  if (moving(before, pictures(seat)).length > 0) {
    world.counters.hit('expired')
    pauses(world, seat, outcome, 'signed-out')
  }
  keeps(world, seat, before, await waiting(seat))
  phone.token = await world.company.openSession(seat.person)
}

/** The deletion of a project waits for its pictures (FILE-6), which a push does not send. */
const pictures = ({ photos }: Seat): Set<string> => new Set(photos.keys())

/** Pushes until the server has answered: on a machine that is busy for some seconds a call ends without an answer, and is to be made again. */
async function pushed(world: World, seat: Seat, tab: Tab): Promise<PushOutcome | undefined> {
  let outcome: PushOutcome | undefined
  for (let tries = 0; tries < TRIES && (tries === 0 || outcome?.kind === 'retry'); tries++)
    outcome = await tracked(world, seat, tab.device.push())
  return outcome
}

/** PUSH-4: checks that the push stops by itself and gives the reason. */
function pauses(world: World, seat: Seat, outcome: PushOutcome | undefined, reason: PauseReason): void {
  if (outcome?.kind !== 'pause' || outcome.reason !== reason)
    world.broken.push(`PUSH-4: ${seat.phone.label}: ${reason} does not pause the push: ${JSON.stringify(outcome)}`)
}

/** Checks that the pending entries are unchanged. */
function keeps(world: World, seat: Seat, before: readonly { id: string }[], after: readonly { id: string }[]): void {
  if (!isDeepStrictEqual(ids(before), ids(after)))
    world.broken.push(`I2: ${seat.phone.label}: pending entries have changed from ${ids(before)} to ${ids(after)}`)
}

const OTHER: PersonName = 'alice'
/** More entries than one batch sends. */
const QUEUE = 4

/** Another session or another local database replaces this one in the middle of a push. */
export async function playSwitch(world: World, seat: Seat, step: StepOf<'switch'>): Promise<void> {
  const { tab, phone } = seat
  if (!tab) return
  for (let more = 0; more < QUEUE; more++) await act(world, seat, { ...step.act, pick: step.act.pick + more })
  const own = phone.token
  const leaving = new AbortController()
  const other = await otherToken(world, seat, step)
  let switched = false
  // All calls of one batch use the session of its first call.
  phone.line.onCall((count) => {
    if (count < step.after || switched) return
    switched = true
    phone.token = other
    if (step.to === 'impersonation') leaving.abort()
  })
  phone.line.arm([])
  await tracked(world, seat, tab.device.push(leaving.signal))
  const before = await waiting(seat)
  if (switched && step.to !== 'impersonation') {
    const outcome = await pushed(world, seat, tab)
    if (step.to === 'account' && moving(before, pictures(seat)).length > 0)
      pauses(world, seat, outcome, 'other-account')
  }
  phone.line.onCall(() => undefined)
  if (switched && before.length > 0) {
    world.counters.hit(
      ({ account: 'other-account', company: 'other-company', impersonation: 'impersonated' } as const)[step.to],
    )
    // The server may still answer calls that were in flight when the worker stopped.
    if (step.to !== 'impersonation') keeps(world, seat, before, await waiting(seat))
  }
  if (step.to === 'impersonation') await impersonate(world, seat, step, other)
  phone.token = own
}

async function otherToken(world: World, seat: Seat, { to }: StepOf<'switch'>): Promise<string> {
  if (to === 'account') return world.company.openSession(OTHER)
  if (to === 'company') return world.elsewhere.openSession(seat.person)
  return world.company.openSession(seat.person, 'admin:rig')
}

/** An administrator impersonates this person, in a separate local database that shares nothing with the person's own. */
async function impersonate(world: World, seat: Seat, step: StepOf<'switch'>, token: string): Promise<void> {
  const { phone, tab: own } = seat
  phone.token = token
  const tab = await phone.openTab({ ...seat.identity, impersonator: 'admin:rig' })
  const crossed = (await tab.device.outbox()).filter(({ id }) => seat.known.has(id))
  if (crossed.length > 0) world.broken.push(`I10: ${phone.label}: entries crossed local databases`)
  await tracked(world, seat, tab.device.pull())
  await act(world, { ...seat, tab, known: seat.elsewhere }, step.act)
  await tracked(world, seat, tab.device.push())
  await endImpersonation(world, seat, tab)
  await tab.close()
  seat.tab = own
}

/** What the administrator wrote says so, and its refusals are judged as the person's own: they have the same rights. */
export async function endImpersonation(world: World, seat: Seat, tab: Tab): Promise<void> {
  const entries = await tab.device.outbox()
  if (entries.some((entry) => entry.impersonator !== 'admin:rig'))
    world.broken.push(`I10: ${seat.phone.label}: an entry of an impersonation does not say so`)
  await judgeRefusals(world, seat, entries)
  // A refused entry stays for the administrator, whom this run does not play.
  for (const entry of await tab.device.entries()) await giveUp(world, seat, tab, entry)
}

/** Whoever uses the phone meanwhile has no entry of its owner, and no refusal that the history does not allow. */
export async function checkGuest(
  world: World,
  seat: Seat,
  { guest, of }: { guest: Pick<Tab, 'device'>; of: PersonName },
): Promise<void> {
  const outbox = await guest.device.outbox()
  const foreign = outbox.filter(({ account }) => account !== seat.identity.account)
  if (foreign.length > 0) world.broken.push(`I10: ${seat.phone.label}: ${seat.person} has entries of ${of}`)
  await judgeRefusals(world, seat, outbox)
}

/** A logout seals the pending entries on the phone (SEAL-1). Somebody else logs in and sees none of them; then the first person comes back. */
export async function playLogout(world: World, seat: Seat, step: StepOf<'logout'>): Promise<void> {
  if (!seat.tab) return
  const { phone } = seat
  await act(world, seat, step.act)
  const before = await waiting(seat)
  await seat.tab.logOut()
  seat.tab = undefined
  await world.company.endSession(phone.token)

  phone.token = await world.company.openSession(OTHER)
  const identity: Identity = { ...seat.identity, account: `personnel:${OTHER}` }
  const guest: Tab = await phone.openTab(identity)
  await tracked(world, seat, guest.device.push())
  await tracked(world, seat, guest.device.pull())
  await checkGuest(world, { ...seat, person: OTHER, identity }, { guest, of: seat.person })
  const held = Object.keys(await guest.device.contents())
  const may = new Set(Object.keys(await world.company.truth(OTHER)))
  const seen = held.filter((name) => !may.has(name))
  if (seen.length > 0) world.broken.push(`I10: ${phone.label}: ${OTHER} finds ${seen} on the phone of ${seat.person}`)
  await guest.logOut()
  await world.company.endSession(phone.token)

  phone.token = await world.company.openSession(seat.person)
  seat.tab = await phone.openTab(seat.identity)
  keeps(world, seat, before, await waiting(seat))
  if (before.length > 0) world.counters.hit('left-with-writes')
}
