import { addMinutes, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { uuidv7 } from '../../sync/ids.ts'
import type { OutboxEntry } from '../../sync/outbox-entry.ts'
import { createTransport, type Transport } from '../../sync/transport.ts'
import { type Device, openDevice } from '../support/local-device.ts'
import type { Random } from '../support/random.ts'
import { createFaultyLine, type FaultyLine } from './faulty-transport.ts'

/** A person at work on one device, behind a bad line. */
export interface Worker {
  name: string
  id: string
  device: Device
  clean: Transport
  line: FaultyLine
}

export interface Account {
  mail: string
  companyId: string
  base: string
}

export async function login({ mail, companyId, base }: Account): Promise<{ token: string; id: string }> {
  const response = await fetch(`${base}/lolapp/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'company-key': companyId },
    body: JSON.stringify({ MAIL: mail, password: 'demonstration' }),
  })
  const body = (await response.json()) as { data?: { token: string; tokenable_id: string; company_id: string } }
  if (!body.data) throw new Error(`login of ${mail}: ${response.status}`)
  return { token: body.data.token, id: body.data.tokenable_id }
}

export async function openWorker(account: Account, random: Random): Promise<Worker> {
  const { token, id } = await login(account)
  const device = await openDevice(`${id}-${uuidv7()}`)
  const identity = { companyId: account.companyId, account: `personnel:${id}`, impersonator: '' }
  const clean = createTransport({ base: account.base, token, identity, device: `device-${account.mail}` })
  return { name: account.mail, id, device, clean, line: createFaultyLine(clean, random) }
}

/** Ids of what a device shows of a resource. */
export async function idsOf(device: Device, resource: SyncedResource, selector: Values = {}): Promise<string[]> {
  const docs = await device.db
    .of(resource)
    .find({ selector: { ...selector, 'sync.hidden': { $ne: 1 } } as never })
    .exec()
  return docs.map((doc) => doc.primary).sort()
}

/** One random thing that people do. Bad luck (nothing to edit, a rule that forbids) is no error. */
export async function act(worker: Worker, random: Random): Promise<void> {
  const { commands } = worker.device
  const some = async (resource: SyncedResource): Promise<string | undefined> =>
    random.pick(await idsOf(worker.device, resource))
  const word = `mot ${random.below(1000)}`
  const start = `${today('Europe/Paris')} ${String(8 + random.below(10)).padStart(2, '0')}:00`
  const acts: (() => Promise<unknown>)[] = [
    async () => {
      const adresse = await commands.create('adresse', { ADRESSE: `${random.below(90)} rue Neuve`, VILLE: 'Nantes' })
      await commands.create('client', { NOM: word, IDADRESSE: adresse }, { skipDuplicateCheck: true })
    },
    async () => {
      const client = await some('client')
      if (client) await commands.create('projet', { IDCLIENT: client, DESCRIPTION: word })
    },
    async () => {
      const projet = await some('projet')
      const times = { RDV_DEBUT: start, RDV_FIN: addMinutes(start, 60) }
      await commands.create('rdv', { ...times, IDPERSONNELS: [worker.id], ...(projet ? { IDPROJET: projet } : {}) })
    },
    ...['NOM', 'PRENOM', 'OBSERVATIONS'].map((field) => async () => {
      const client = await some('client')
      if (client) await commands.update('client', client, { [field]: `${word} ${worker.name}` })
    }),
    async () => {
      const rdv = await some('rdv')
      if (rdv) await commands.update('rdv', rdv, { RDV_DEBUT: start, RDV_FIN: addMinutes(start, 90) })
    },
    async () => {
      const rdv = await some('rdv')
      const category = random.below(5) as 0 | 1 | 2 | 3 | 4
      if (rdv)
        await commands.debrief(rdv, { DEBRIEF_CATEGORIE: category, IDRDV_DEBRIEF: null, DEBRIEF_COMMENTAIRE: word })
    },
    async () => {
      const projet = await some('projet')
      if (projet) await commands.update('projet', projet, { DESCRIPTION: word })
    },
    async () => {
      const rdv = await some('rdv')
      if (rdv && random.chance(0.3)) await commands.remove('rdv', rdv)
    },
    async () => {
      const client = await some('client')
      if (client && random.chance(0.3)) await commands.remove('client', client)
    },
  ]
  await random.pick(acts)?.()
}

/** A synchronisation over the bad line: whatever happens, it is no error of the device. */
export async function trySync(worker: Worker, random: Random): Promise<void> {
  const steps = [() => worker.device.push(worker.line.transport), () => worker.device.pull(worker.line.transport)]
  if (random.chance(0.5)) steps.reverse()
  for (const step of steps) await step().catch(() => undefined)
}

/**
 * One synchronisation over the healed line. Refusals are given up, as their authors would after reading them; answers those, and how many entries
 * are still open.
 */
export async function settleOnce(worker: Worker): Promise<{ open: number; refused: OutboxEntry[] }> {
  await worker.device.push(worker.clean)
  await worker.device.pull(worker.clean)
  const entries = await worker.device.entries()
  const refused = entries.filter((entry) => entry.state === 'refused')
  for (const entry of refused) await worker.device.review.abandon(entry.id)
  return { open: entries.length - refused.length, refused }
}

/** Everything a device holds, by resource and id, without marks. */
export async function contentsOf(
  device: Device,
  resources: readonly SyncedResource[],
): Promise<Record<string, Values>> {
  const all: Record<string, Values> = {}
  for (const resource of resources) {
    const entity = entityOf(resource)
    for (const doc of await device.db.of(resource).find().exec()) {
      const data = doc._data as unknown as Values & { sync: { state: string } }
      const fields = Object.fromEntries(Object.keys(entity.fields).map((name) => [name, data[name] ?? null]))
      all[`${resource}/${doc.primary}`] = { ...fields, VERSION: data.VERSION, state: data.sync.state }
    }
  }
  return all
}
