import { describe, expect, it } from 'vitest'
import { whoMay } from '../../schemas/access.ts'
import { COMMAND_NAMES, COMMANDS } from '../../schemas/commands.ts'
import { newRecord } from '../../schemas/entity.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { ACTS, type ActKind, doAct } from './acts.ts'
import type { TabDevice } from './tab-device.ts'
import { wordOf } from './words.ts'

/** `create paiement`, `take demande` */
type Write = string

const EDITS = ['create', 'update', 'delete'] as const

/** Everything that somebody may write on a phone: a record's creation, change and deletion where a role has the right, and each command. */
const WRITES: readonly Write[] = [
  ...SYNCED.flatMap((resource) =>
    EDITS.filter((action) => (whoMay(action, resource) ?? 'nobody') !== 'nobody').map(
      (action) => `${action} ${resource}`,
    ),
  ),
  ...COMMAND_NAMES.map((name) => `${name} ${COMMANDS[name].resource}`),
]

/** What no act writes, and why. */
const NO_ACT: Readonly<Record<Write, string>> = {
  'update conflit': 'people resolve conflicts in steps of their own (`resolve` in steps.ts)',
}

const IN_A_YEAR = '2126-06-01'
const LIGNE = { id: 'l1', LIBELLE: 'Porte', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 10_000, TAUX_TVA: 1000 }
const CUSTOMER: Values = { MAIL: 'a@example.com', PORTABLE: '0639980000' }
/** A phone with one record of everything, on which each act finds what it needs. */
const RECORDS: Partial<Record<SyncedResource, Values>> = {
  absence: { IDPERSONNELS: ['diane'], GENRE: 'reunion', REPETITION: 'semaine', EXCEPTIONS: [{ id: IN_A_YEAR }] },
  adresse: { ADRESSE: '1 rue Haute', VILLE: 'Lyon' },
  client: { ...CUSTOMER, NOM: 'Durand', IDADRESSE: 'x' },
  devis: {
    ...{ IDPROJET: 'x', IDCLIENT: 'x', PRIX_TTC: 10_000, LIGNES: [LIGNE] },
    ...{ DATE_EDITION: '2026-11-20', DATE_VALIDITE: IN_A_YEAR },
  },
  intervention: { NOTES: [{ id: 'n', IDPERSONNEL: 'diane' }], IDINTERVENTION_PLANNING: [{ id: 's' }] },
  paiement: {
    IDDEVIS: 'x',
    IDPERSONNEL: 'diane',
    DATE_PAIEMENT: '2026-01-20',
    MONTANT: 7_000,
    MOYEN: 'cheque',
    GENRE: 'acompte',
  },
  projet: { IDCLIENT: 'x', ADRESSE_CHANTIER: 'x' },
  rdv: { IDPROJET: 'x', RDV_DEBUT: `${IN_A_YEAR} 09:00`, IDPERSONNELS: ['x'] },
  soumission: { IDPERSONNEL: 'diane', REPONSES: {} },
  demande: { IDCLIENT: 'x' },
}
/** A quote that was signed, an appointment that was deleted, an absence that does not repeat, an address that nobody has: another phone. */
const LATER: Partial<Record<SyncedResource, Values>> = {
  ...RECORDS,
  absence: { ...RECORDS.absence, REPETITION: null },
  client: CUSTOMER,
  projet: { IDCLIENT: 'x' },
  devis: { ...RECORDS.devis, DEVIS_SIGNE: 1, DATE_SIGNATURE: '2026-01-05T10:00:00.000Z' },
  rdv: { ...RECORDS.rdv, SUPPRIME: 1 },
}

/** What an act writes on this phone. */
async function writesOf(kind: ActKind, records: typeof RECORDS): Promise<Write[]> {
  const written: Write[] = []
  const commands: TabDevice['commands'] = new Proxy({} as TabDevice['commands'], {
    get:
      (_, name: string) =>
      async (...given: unknown[]) => {
        if (name === 'together') return (given[0] as (one: unknown) => unknown)(commands)
        if (name === 'create') written.push(`create ${given[0]}`)
        else if (name === 'update' || name === 'restore') written.push(`update ${given[0]}`)
        else if (name === 'remove') written.push(`delete ${given[0]}`)
        else written.push(`${name} ${COMMANDS[name as keyof typeof COMMANDS].resource}`)
        return 'new'
      },
  })
  const shown = async (resource: SyncedResource): Promise<Values> => {
    const entity = entityOf(resource)
    return { ...newRecord(entity, {}), [entity.key]: 'x', ...records[resource] }
  }
  const device = { commands, shown, ids: async () => ['x'], knowledge: async () => ({}) } as unknown as TabDevice
  await doAct(device, 'diane', { kind, pick: 0 }, wordOf(1))
  return written
}

describe('the acts of the fault runs', () => {
  const all = async (): Promise<Map<ActKind, Write[]>> => {
    const found = new Map<ActKind, Write[]>()
    for (const kind of ACTS) {
      const before = await writesOf(kind, RECORDS)
      found.set(kind, before.length > 0 ? before : await writesOf(kind, LATER))
    }
    return found
  }

  it('[SYN-03] [SYN-04] do everything that a role may write on a phone, but what is named here with its reason', async () => {
    const done = new Set([...(await all()).values()].flat())
    expect(WRITES.filter((write) => !done.has(write) && !(write in NO_ACT))).toEqual([])
    // An exception that is none any more.
    expect(Object.keys(NO_ACT).filter((write) => done.has(write) || !WRITES.includes(write))).toEqual([])
  })

  it('each write something where they can', async () => {
    expect([...(await all())].filter(([, writes]) => writes.length === 0).map(([kind]) => kind)).toEqual([])
  })
})
