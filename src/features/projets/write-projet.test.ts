import { beforeEach, expect, it, vi } from 'vitest'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import type { FormValues } from '../../forms/payload.ts'
import { REOPENED, writeProjet } from './write-projet.ts'

type Row = Record<string, unknown>

/** By resource, as the local database has them. */
const device = vi.hoisted(() => ({ rows: {} as Record<string, Record<string, unknown>[]> }))
vi.mock('../../data/records/ask-list.ts', () => ({
  askList: async (_: unknown, resource: string, { selector }: { selector: Record<string, { $in: unknown[] }> }) => {
    const [[field, { $in }]] = Object.entries(selector) as [[string, { $in: unknown[] }]]
    return (device.rows[resource] ?? []).filter((row) => $in.includes(row[field]))
  },
}))

const quote = (IDDEVIS: string, IDRESPONSABLEPROJET: string | null, more: Row = {}): Row => ({
  ...{ IDDEVIS, IDPROJET: 'p', IDRESPONSABLEPROJET, DEVIS_SIGNE: 0, REFUSE: 0, DATE_TRANSMISSION: null },
  ...more,
})

/** What is written, in its order, when the form of a project of Camille's says this. */
async function saved(patch: FormValues): Promise<unknown[]> {
  const written: unknown[] = []
  const commands = { update: async (...given: unknown[]) => void written.push(given) }
  const form = { payload: () => patch, base: () => 'base' }
  await writeProjet(form as never, { data: 'data' as never, id: 'p', commands: commands as never })
  return written
}

beforeEach(() => {
  device.rows = {
    projet: [{ IDPROJET: 'p', IDCLIENT: 'c', IDRESPONSABLEPROJET: 'camille' }],
    client: [
      { IDCLIENT: 'c', IDPERSONNEL: null },
      { IDCLIENT: 'other', IDPERSONNEL: 'camille' },
    ],
    devis: [
      quote('hers', 'camille'),
      quote('nobody’s', null),
      quote('a colleague’s', 'lea'),
      quote('sold', 'camille', { DEVIS_SIGNE: 1 }),
      quote('elsewhere', 'camille', { IDPROJET: 'q' }),
    ],
  }
})

it('[DAY-04 reopen] a project that is opened again is stopped in no way any more, and has no reason for it', () => {
  const stops = [
    { DATE_SANS_SUITE: '2026-11-20', REFUSE: 0 as const },
    { DATE_SANS_SUITE: null, REFUSE: 1 as const },
  ]
  for (const stop of stops) {
    const stopped = { ID_MOTIF_SANS_SUITE: 'prix', ...stop }
    expect(isClosed(stopped)).toBe(true)
    const opened = { ...stopped, ...REOPENED }
    expect([isClosed(opened), opened.ID_MOTIF_SANS_SUITE]).toEqual([false, null])
  }
})

it('[MGR-17 hand-over] another person in the form gets with the project its pending quotes, in the same save', async () => {
  expect(await saved({ IDRESPONSABLEPROJET: 'colin', DESCRIPTION: 'Véranda' })).toEqual([
    ['devis', 'hers', { IDRESPONSABLEPROJET: 'colin' }],
    ['devis', 'nobody’s', { IDRESPONSABLEPROJET: 'colin' }],
    ['client', 'c', { IDPERSONNEL: 'colin' }],
    ['projet', 'p', { IDRESPONSABLEPROJET: 'colin', DESCRIPTION: 'Véranda' }, { base: 'base' }],
  ])
})

it('[MGR-17 hand-over] a project that is left to nobody leaves its quotes to nobody: whoever gets it next gets them', async () => {
  expect(await saved({ IDRESPONSABLEPROJET: null })).toEqual([
    ['devis', 'hers', { IDRESPONSABLEPROJET: null }],
    ['projet', 'p', { IDRESPONSABLEPROJET: null }, { base: 'base' }],
  ])
})

it('[MGR-17 hand-over] of a project that is another client’s from this save on, the former client is given to nobody', async () => {
  const written = await saved({ IDRESPONSABLEPROJET: 'colin', IDCLIENT: 'other' })
  expect(written.map((given) => (given as string[]).slice(0, 2))).toEqual([
    ['devis', 'hers'],
    ['devis', 'nobody’s'],
    ['projet', 'p'],
  ])
})

it('[MGR-17 hand-over] a project that goes to another agency goes last: its quotes are out of sight then', async () => {
  const written = await saved({ IDRESPONSABLEPROJET: 'colin', IDAGENCE: 'nantes' })
  expect(written.at(-1)).toEqual([
    'projet',
    'p',
    { IDRESPONSABLEPROJET: 'colin', IDAGENCE: 'nantes' },
    { base: 'base' },
  ])
  expect(written).toHaveLength(4)
})

it('[MGR-17 hand-over] an edit that leaves the person alone writes the project alone', async () => {
  expect(await saved({ DESCRIPTION: 'Véranda' })).toHaveLength(1)
})
